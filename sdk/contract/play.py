"""Runs scenarios of the SDK contract with the Python SDK: reads them from stdin, writes each step's outcome to stdout.

`play.py async` runs them with the asyncio client.
"""

import asyncio
import json
import os
import sys
from itertools import islice
from typing import Any, Dict

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))

from kolo import (  # noqa: E402
    Kolo,
    KoloError,
    PublishableKolo,
    WebhookVerificationError,
    sign_test_webhook,
    verify_webhook,
)


def filled(value: Any, saved: Dict[str, Any]) -> Any:
    """Replaces "$name.path" by that part of an earlier result."""
    if isinstance(value, dict):
        return {name: filled(inner, saved) for name, inner in value.items()}
    if isinstance(value, list):
        return [filled(inner, saved) for inner in value]
    if not isinstance(value, str) or not value.startswith("$"):
        return value
    found: Any = saved
    for part in value[1:].split("."):
        # Reads attributes, as a program does: a page allows no other access.
        found = found[int(part)] if isinstance(found, list) else found[part] if found is saved else getattr(found, part)
    return found


def options_of(step: Dict[str, Any]) -> Dict[str, Any]:
    given = dict(step.get("options", {}))
    for name in ("timeout", "patience"):
        if f"{name}_ms" in given:
            given[f"{name}_s"] = given.pop(f"{name}_ms") / 1000
    return given


def shown(result: Any) -> Any:
    return vars(result) if hasattr(result, "last_page") and not isinstance(result, dict) else result


def webhook_step(step: Dict[str, Any]) -> Any:
    if "verify" in step:
        one = step["verify"]
        return verify_webhook(one["body"].encode(), one["headers"], one["secret"], now_s=one["now"])
    signed = sign_test_webhook(step["sign"]["event"], step["sign"]["secret"])
    return {"body": signed.body.decode(), "headers": signed.headers}


def outcome_of(error: Exception) -> Dict[str, Any]:
    if isinstance(error, KoloError):
        return {"error": error.to_dict()}
    if isinstance(error, WebhookVerificationError):
        return {"error": {"code": error.code, "message": error.message}}
    return {"error": {"usage": str(error)}}


def clients_of(scenario: Dict[str, Any], kind: Any, publishable_kind: Any) -> Any:
    """The client, and the one with a publishable key if the scenario has such a key."""
    settings = dict(scenario["client"])
    key = settings.pop("publishable_key", None)
    kolo = kind(app_name="contract", **settings)
    return kolo, None if key is None else publishable_kind(url=settings["url"], publishable_key=key)


def method_of(step: Dict[str, Any], kolo: Any, publishable: Any) -> Any:
    resource, name = step["call"].split(".")
    return getattr(publishable if resource == "publishable" else getattr(kolo, resource), name)


def play(scenario: Dict[str, Any]) -> Any:
    clients = clients_of(scenario, Kolo, PublishableKolo)
    saved: Dict[str, Any] = {}
    for step in scenario["steps"]:
        try:
            if "call" not in step:
                result = webhook_step(step)
            else:
                method = method_of(step, *clients)
                result = method(*filled(step.get("with", []), saved), options=options_of(step))
                if "take" in step:
                    result = list(islice(result, step["take"]))
            saved[step.get("as", "")] = result
            yield {"result": shown(result)}
        except (KoloError, WebhookVerificationError, TypeError) as error:
            yield outcome_of(error)


async def play_async(scenario: Dict[str, Any]) -> Any:
    from kolo.aio import AsyncKolo, AsyncPublishableKolo

    clients = clients_of(scenario, AsyncKolo, AsyncPublishableKolo)
    saved: Dict[str, Any] = {}
    outcomes = []
    for step in scenario["steps"]:
        try:
            if "call" not in step:
                result = webhook_step(step)
            else:
                method = method_of(step, *clients)
                awaited = method(*filled(step.get("with", []), saved), options=options_of(step))
                result = await taken(awaited, step["take"]) if "take" in step else await awaited
            saved[step.get("as", "")] = result
            outcomes.append({"result": shown(result)})
        except (KoloError, WebhookVerificationError, TypeError) as error:
            outcomes.append(outcome_of(error))
    for client in clients:
        if client is not None:
            await client.close()
    return outcomes


async def taken(items: Any, count: int) -> Any:
    result = []
    async for item in items:
        result.append(item)
        if len(result) == count:
            break
    return result


scenarios = json.load(sys.stdin)
if sys.argv[1:] == ["async"]:
    played = [asyncio.run(play_async(scenario)) for scenario in scenarios]
else:
    played = [list(play(scenario)) for scenario in scenarios]
json.dump(played, sys.stdout)
