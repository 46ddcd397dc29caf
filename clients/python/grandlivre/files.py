"""Files that are sent and received."""
from __future__ import annotations

import mimetypes
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Optional, Tuple, Union
from urllib.parse import unquote

import httpx


@dataclass(frozen=True)
class Upload:
    """A file to send."""

    name: str
    content: bytes
    type: Optional[str] = None

    @classmethod
    def from_path(cls, path: Union[str, "os.PathLike[str]"]) -> Upload:
        file = Path(path)
        return cls(file.name, file.read_bytes(), mimetypes.guess_type(file.name)[0])

    def to_part(self) -> Tuple[str, bytes, str]:
        return (self.name, self.content, self.type or "application/octet-stream")


@dataclass(frozen=True)
class DownloadedFile:
    """A file that was received."""

    #: As the service names it; empty if it does not.
    name: str
    type: str
    #: Empty if the content was written elsewhere (``into``).
    content: bytes

    def save(self, folder: Union[str, "os.PathLike[str]"]) -> Path:
        """Writes it under its own name, of which folders are left out."""
        path = Path(folder) / (Path(self.name).name or "file")
        path.write_bytes(self.content)
        return path


def to_file(response: httpx.Response, content: bytes) -> DownloadedFile:
    return DownloadedFile(
        name=read_file_name(response.headers.get("content-disposition", "")),
        type=response.headers.get("content-type", "").split(";")[0].strip(),
        content=content,
    )


def read_file_name(disposition: str) -> str:
    """The form that knows all letters comes first (RFC 6266)."""
    encoded = re.search(r"filename\*=UTF-8''([^;]+)", disposition, re.IGNORECASE)
    if encoded:
        return unquote(encoded.group(1).strip())
    quoted = re.search(r'filename="((?:[^"\\]|\\.)*)"', disposition, re.IGNORECASE)
    if quoted:
        return re.sub(r"\\(.)", r"\1", quoted.group(1))
    plain = re.search(r"filename=([^;]+)", disposition, re.IGNORECASE)
    return plain.group(1).strip() if plain else ""
