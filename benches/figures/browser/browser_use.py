"""What browser-use tells a model of pages: for each address on the command line a line of JSON, `{"text", "paths": {number: path}}`."""

import asyncio
import json
import os
import sys

os.environ["ANONYMIZED_TELEMETRY"] = "false"
os.environ["BROWSER_USE_CLOUD_SYNC"] = "false"
os.environ["BROWSER_USE_LOGGING_LEVEL"] = "result"

from browser_use.browser import BrowserProfile, BrowserSession


async def main(program: str, width: int, height: int, urls: list[str]) -> None:
    profile = BrowserProfile(
        executable_path=program,
        headless=True,
        chromium_sandbox=False,
        viewport={"width": width, "height": height},
        # Extensions of its own would have to be fetched from a store.
        enable_default_extensions=False,
    )
    session = BrowserSession(browser_profile=profile)
    await session.start()
    for url in urls:
        await session.navigate_to(url)
        state = await session.get_browser_state_summary(include_screenshot=False)
        dom = state.dom_state
        paths = {str(number): node.xpath for number, node in dom.selector_map.items()}
        print(json.dumps({"text": dom.llm_representation(), "paths": paths}), flush=True)
    await session.kill()


asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
