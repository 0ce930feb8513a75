"""What the commands on campaigns share."""

from __future__ import annotations

from typing import Annotated

import typer

Folder = Annotated[str, typer.Argument(metavar="DIR", help="The folder of the campaign.")]
