"""The options of `judge doctor`, `judge worker` and `judge cache`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from typer import Argument

from judging.terminal import options
from judging.terminal.kinds import Command
from judging.terminal.options import ReportRequest, option, report_request


@dataclass(frozen=True, kw_only=True)
class Doctor(Command):
    """Try every language and sandbox tier, and say what is missing."""

    json: options.Json = None

    @property
    def reports(self) -> Sequence[ReportRequest]:
        return [report_request(f"json:{self.json}")] if self.json else []


@dataclass(frozen=True, kw_only=True)
class Worker(Command):
    """Run programs for other machines, as a node of a cluster.

    Ctrl-C ends it.

    Whoever can connect to ADDRESS can run code as your user: docs/cluster.md says
    how to keep others out.
    """

    address: Annotated[
        str,
        Argument(
            metavar="ADDRESS", help="The scheduler's HOST:PORT, with TLS or on loopback."
        ),
    ]
    scheduler: bool = option(
        False, "--scheduler", help="Also run the scheduler (on one machine only)."
    )
    name: str | None = option(
        None, metavar="NAME", help="Name this node in reports. Default: the host name."
    )
    jobs: options.Jobs = None
    sandbox: options.Sandbox = "auto"
    tls_ca: str | None = option(
        None, metavar="FILE", help="The certificate of the authority of all nodes (PEM)."
    )
    tls_cert: str | None = option(
        None, metavar="FILE", help="The certificate of this machine (PEM)."
    )
    tls_key: str | None = option(
        None, metavar="FILE", help="The private key of --tls-cert (PEM)."
    )


@dataclass(frozen=True, kw_only=True)
class Cache(Command):
    """Show or clear the cache of programs, test data and results."""

    size: bool = option(False, "--size", help="Print the size in bytes.")
    clear: bool = option(False, "--clear", help="Remove everything.")
