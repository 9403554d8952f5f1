"""The languages that the judge supports, as data, and their tools on this machine."""

from judging.languages.identification import UnclearSource as UnclearSource
from judging.languages.identification import UnknownLanguage as UnknownLanguage
from judging.languages.identification import contents_of as contents_of
from judging.languages.identification import language_of as language_of
from judging.languages.identification import mainfile_of as mainfile_of
from judging.languages.identification import read_as as read_as
from judging.languages.registry import BlockCounting as BlockCounting
from judging.languages.registry import Language as Language
from judging.languages.registry import Precompile as Precompile
from judging.languages.registry import SanitizedBuild as SanitizedBuild
from judging.languages.registry import added_files as added_files
from judging.languages.registry import detect as detect
from judging.languages.registry import elsewhere as elsewhere
from judging.languages.registry import is_program as is_program
from judging.languages.registry import is_script as is_script
from judging.languages.registry import is_source as is_source
from judging.languages.registry import languages as languages
from judging.languages.registry import source_name as source_name
from judging.languages.toolchains import Toolchain as Toolchain
from judging.languages.toolchains import find as find
from judging.languages.toolchains import libraries_of as libraries_of
from judging.languages.toolchains import stamp as stamp
