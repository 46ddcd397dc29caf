"""Does with the Python client what a test asks for, one line of JSON at a time."""
from __future__ import annotations

import asyncio
import io
import json
import sys
from typing import Any, Callable, Dict, Iterator, List

import httpx

from grandlivre import (
    AsyncGrandlivre,
    Grandlivre,
    GrandlivreError,
    LiveEvent,
    RequestOptions,
    Upload,
)

settings: Dict[str, str] = json.loads(sys.argv[1])
company = settings["company"]
waits: List[float] = []
books = Grandlivre(
    settings["url"], settings["token"], device_id="till-1", device_name="Kassa één", wait=lambda seconds: waits.append(seconds)
)
watched: List[Iterator[LiveEvent]] = []


def add_party(name: str, mutation_id: str = "") -> Any:
    options = RequestOptions(mutation_id=mutation_id) if mutation_id else None
    party = books.create_third_party(company, body={"type": "customer", "name": name}, options=options)
    return {"id": party["id"]}


def ping() -> Any:
    return books.ping()


def sign_in() -> Any:
    return books.sign_in(body={"email": "nobody@example.com", "password": "wrong password"})


def get_party(id: int) -> Any:
    return books.get_third_party(company, id)


def change_party(id: int, version: int) -> Any:
    options = RequestOptions(base_version=version)
    return books.update_third_party(company, id, body={"city": "Namur"}, options=options)


def trash(ids: List[int]) -> Any:
    for id in ids:
        books.delete_third_party(company, id)
    return [one["id"] for one in books.iter_trash(company, per_page=2)]


def files(content: str) -> Any:
    upload = Upload("Facture été.pdf", content.encode(), "application/pdf")
    imported = books.create_document_import(company, files=[upload])["imports"][0]
    link = books.download_link(imported["file_url"])
    into = io.BytesIO()
    report = books.get_trial_balance_file(company, format="CSV", into=into)
    table = Upload("parties.csv", b"name\nFrom a table\n", "text/csv")
    preview = books.import_third_parties(company, file=table, preview=True, type="customer")
    return {
        "link": [link.name, link.type, link.content.decode()],
        "report": [report.name, report.type, report.content.decode()],
        "size": len(into.getvalue()),
        "preview": preview,
    }


def watch(**given: Any) -> Any:
    status = books.list_sync_status(company)
    options: Dict[str, Any] = {"since": status["cursor"], "epoch": status["epoch"], "resources": ["third-parties"], **given}
    watched.append(books.watch_changes(options.pop("company", company), **options))
    return None


def follow() -> Any:
    event = next(watched[-1])
    change: Any = event.change
    return event.type if change is None else change["data"]["name"]


def do_async(name: str) -> Any:
    async def run() -> Any:
        async with AsyncGrandlivre(settings["url"], settings["token"]) as other:
            status = await other.list_sync_status(company)
            party = await other.create_third_party(company, body={"type": "customer", "name": name})
            await other.delete_third_party(company, party["id"])
            trashed = [one["id"] async for one in other.iter_trash(company, per_page=2)]
            report = await other.get_trial_balance_file(company, format="CSV")
            async for event in other.watch_changes(company, since=status["cursor"], resources=["third-parties"]):
                return [party["id"] in trashed, report.type, event.type]

    return asyncio.run(run())


commands: Dict[str, Callable[..., Any]] = {
    "add_party": add_party,
    "ping": ping,
    "sign_in": sign_in,
    "get_party": get_party,
    "change_party": change_party,
    "trash": trash,
    "files": files,
    "watch": watch,
    "follow": follow,
    "do_async": do_async,
}
print(json.dumps("ready"), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    waits.clear()
    try:
        answer: Dict[str, Any] = {"value": commands[asked["do"]](**asked["with"])}
    except GrandlivreError as error:
        answer = {"refused": [error.status, error.code], "request_id": error.request_id}
    except httpx.TransportError as error:
        answer = {"failed": type(error).__name__}
    print(json.dumps({**answer, "waits": waits}), flush=True)
