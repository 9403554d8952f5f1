"""Create, import, export and minimize problem packages."""

from judging.transfer.ci import CI_SERVICES as CI_SERVICES
from judging.transfer.ci import ci_service as ci_service
from judging.transfer.ci import create_workflow as create_workflow
from judging.transfer.copied_library import write_library as write_library
from judging.transfer.exporting import EXPORT_FORMATS as EXPORT_FORMATS
from judging.transfer.exporting import check_target as check_target
from judging.transfer.exporting import errors_of_export as errors_of_export
from judging.transfer.exporting import export_package as export_package
from judging.transfer.importing import import_package as import_package
from judging.transfer.minimizing import check_minimize_target as check_minimize_target
from judging.transfer.minimizing import write_minimized as write_minimized
from judging.transfer.new_contest import NewProblem as NewProblem
from judging.transfer.new_contest import create_in_contest as create_in_contest
from judging.transfer.new_contest import differing_types as differing_types
from judging.transfer.new_contest import plan_problems as plan_problems
from judging.transfer.new_package import ConversionNote as ConversionNote
from judging.transfer.readers import describe_readers as describe_readers
from judging.transfer.scaffold import LAYOUTS as LAYOUTS
from judging.transfer.scaffold import TYPES as TYPES
from judging.transfer.scaffold import PlaceToEdit as PlaceToEdit
from judging.transfer.scaffold import check_package as check_package
from judging.transfer.scaffold import create_package as create_package
from judging.transfer.scaffold import name_for_2025_09 as name_for_2025_09
from judging.transfer.scaffold import places_to_edit as places_to_edit
