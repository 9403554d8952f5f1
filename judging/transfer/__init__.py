"""Create, import, export and minimize problem packages."""

from __future__ import annotations

from judging.transfer.exporting import EXPORT_FORMATS, export_package
from judging.transfer.importing import ImportedPackage, import_package
from judging.transfer.minimizing import check_minimize_target, write_minimized
from judging.transfer.new_package import ConversionNote
from judging.transfer.scaffold import create_package

__all__ = [
    "EXPORT_FORMATS",
    "ConversionNote",
    "ImportedPackage",
    "check_minimize_target",
    "create_package",
    "export_package",
    "import_package",
    "write_minimized",
]
