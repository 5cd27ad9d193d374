"""What browser-use sends to a model during a task: for each turn a line of JSON, the text of its prompt. The decisions come on standard input, a list of
`{"open": url}`, `{"press": [role, name, number]}` and `{"type": [name, text]}`; the model is scripted to take one a turn."""

import asyncio
import json
import os
import re
import sys

os.environ["ANONYMIZED_TELEMETRY"] = "false"
os.environ["BROWSER_USE_CLOUD_SYNC"] = "false"
os.environ["BROWSER_USE_LOGGING_LEVEL"] = "result"

from browser_use import Agent
from browser_use.browser import BrowserProfile, BrowserSession
from browser_use.llm.openai.serializer import OpenAIMessageSerializer
from browser_use.llm.schema import SchemaOptimizer
from browser_use.llm.views import ChatInvokeCompletion

TAGS = {"button": "button", "checkbox": "input", "field": "input"}


def number_of(state: str, role: str, name: str, nth: int) -> int:
    """The number of the nth element with that role and name: `[12]<button type=button />` with its words on the next lines or before it."""
    found = []
    lines = state.splitlines()
    for at, line in enumerate(lines):
        match = re.match(r"\s*\*?\[(\d+)\]<(\w+)([^>]*)", line)
        if not match or match[2] != TAGS[role] or (role == "checkbox") != ("type=checkbox" in match[3]):
            continue
        near = " ".join(lines[max(0, at - 2) : at + 3])
        if name in near:
            found.append(int(match[1]))
    return found[nth]


class Scripted:
    """A model that takes the next decision whatever it is told."""

    model = "scripted"
    provider = "openai"
    name = "scripted"
    model_name = "scripted"
    _verified_api_keys = True

    def __init__(self, decisions: list[dict]) -> None:
        self.decisions = decisions

    async def ainvoke(self, messages, output_format=None, **_):
        sent = OpenAIMessageSerializer.serialize_messages(messages)
        texts = [json.dumps(SchemaOptimizer.create_optimized_json_schema(output_format))] if output_format else []
        for message in sent:
            content = message.get("content") or ""
            parts = [content] if isinstance(content, str) else [part.get("text", "") for part in content]
            texts.append(f"{message['role']}: " + "\n".join(parts))
        print(json.dumps({"prompt": "\n".join(texts)}), flush=True)
        state = next(text for text in reversed(texts) if "<browser_state>" in text)
        decision = self.decisions.pop(0) if self.decisions else {"done": True}
        if "open" in decision:
            action = {"navigate": {"url": decision["open"], "new_tab": False}}
        elif "press" in decision:
            action = {"click": {"index": number_of(state, *decision["press"])}}
        elif "type" in decision:
            name, text = decision["type"]
            action = {"input": {"index": number_of(state, "field", name, 0), "text": text}}
        else:
            action = {"done": {"text": "Done.", "success": True}}
        words = {"evaluation_previous_goal": "Success.", "memory": "Going on.", "next_goal": "The next step.", "thinking": "I take the next step."}
        known = {name: text for name, text in words.items() if name in output_format.model_fields}
        answer = output_format.model_validate({**known, "action": [action]})
        return ChatInvokeCompletion(completion=answer, usage=None)


async def main(program: str, width: int, height: int, task: str) -> None:
    profile = BrowserProfile(
        executable_path=program,
        headless=True,
        chromium_sandbox=False,
        viewport={"width": width, "height": height},
        # Extensions of its own would have to be fetched from a store.
        enable_default_extensions=False,
    )
    session = BrowserSession(browser_profile=profile)
    decisions = json.load(sys.stdin)
    model = Scripted(decisions)
    # Pictures and the judge's turn after the end are left out: only the words of the task's own turns are compared.
    agent = Agent(task=task, llm=model, browser_session=session, use_vision=False, use_judge=False, directly_open_url=False)
    await agent.run(max_steps=len(decisions) + 5)
    await session.kill()


asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]))
