"""A server with one of each: tools that answer, fail, tell their progress, ask for a form, a visit and an answer of the model; prompts; resources.

python server.py sdk|fastmcp TRANSPORT   (on the port PORT; on whichever version of the package is installed; `oauth` as TRANSPORT: behind a sign-in)
"""

import asyncio
import os
import sys

from pydantic import BaseModel

kind, transport = sys.argv[1], sys.argv[2]
port = int(os.environ["PORT"])
origin = f"http://127.0.0.1:{port}"


class Room(BaseModel):
    name: str
    seats: int = 2


if kind == "fastmcp":
    from fastmcp import Context, FastMCP

    auth = None
    if transport == "oauth":
        from fastmcp.server.auth.providers.in_memory import InMemoryOAuthProvider
        from mcp.server.auth.settings import ClientRegistrationOptions

        options = ClientRegistrationOptions(enabled=True, valid_scopes=["read"], default_scopes=["read"])
        auth = InMemoryOAuthProvider(base_url=origin, client_registration_options=options, required_scopes=["read"])
    server = FastMCP("sample", auth=auth)
else:
    try:
        from mcp.server import MCPServer as FastMCP
        from mcp.server.mcpserver import Context
    except ImportError:
        from mcp.server.fastmcp import Context, FastMCP
    server = FastMCP("sample")


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool()
def weather(city: str) -> dict:
    """Structured: the weather of a city."""
    return {"city": city, "degrees": 21}


@server.tool()
def fails(reason: str) -> str:
    """Fails with a reason."""
    raise ValueError(f"as asked: {reason}")


@server.tool()
async def works(steps: int, ctx: Context) -> str:
    """Works for a while and tells how far it is."""
    for step in range(steps):
        await ctx.report_progress(step + 1, steps, f"step {step + 1}")
        await asyncio.sleep(0.2)
    return f"{steps} steps"


def is_modern(ctx: Context) -> bool:
    return getattr(ctx, "protocol_version", "") >= "2026-07-28"


@server.tool()
async def book(ctx: Context):
    """Asks for a room and books it."""
    message = "Which room is it?"
    if is_modern(ctx):
        from mcp_types import ElicitRequest, ElicitRequestFormParams, InputRequiredResult

        if ctx.input_responses is None:
            params = ElicitRequestFormParams(mode="form", message=message, requested_schema=Room.model_json_schema())
            return InputRequiredResult(input_requests={"room": ElicitRequest(params=params)}, request_state="booking")
        answer = ctx.input_responses["room"]
        return f"{answer.action}: {answer.content}"
    result = await ctx.elicit(message, Room) if kind == "sdk" else await ctx.elicit(message, response_type=Room)
    return f"{result.action}: {getattr(result, 'data', None)}"


if kind == "sdk":

    @server.tool()
    async def pay(ctx: Context):
        """Has the person pay on a page."""
        from uuid import uuid4

        message, url = "Pay on this page.", f"{origin}/paid"
        if is_modern(ctx):
            from mcp_types import ElicitRequest, ElicitRequestURLParams, InputRequiredResult

            if ctx.input_responses is None:
                params = ElicitRequestURLParams(mode="url", message=message, url=url, elicitation_id="pay-1")
                return InputRequiredResult(input_requests={"page": ElicitRequest(params=params)}, request_state="paying")
            return ctx.input_responses["page"].action
        return (await ctx.elicit_url(message, url, str(uuid4()))).action


@server.tool()
async def think(ctx: Context):
    """Asks the client's model."""
    question = "Name a colour."
    if is_modern(ctx):
        from mcp_types import CreateMessageRequest, CreateMessageRequestParams, InputRequiredResult, SamplingMessage, TextContent

        if ctx.input_responses is None:
            said = [SamplingMessage(role="user", content=TextContent(type="text", text=question))]
            request = CreateMessageRequest(params=CreateMessageRequestParams(messages=said, max_tokens=50))
            return InputRequiredResult(input_requests={"colour": request}, request_state="thinking")
        return str(ctx.input_responses["colour"].content)
    if kind == "fastmcp":
        return str((await ctx.sample(question)).text)
    from mcp.types import SamplingMessage, TextContent

    said = [SamplingMessage(role="user", content=TextContent(type="text", text=question))]
    return str((await ctx.session.create_message(messages=said, max_tokens=50)).content)


@server.resource("notes://welcome", mime_type="text/markdown")
def welcome() -> str:
    """A text."""
    return "# Welcome\n\nThe code of the door is on the back."


@server.resource("notes://picture", mime_type="image/png")
def picture() -> bytes:
    """A picture."""
    import base64

    return base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


@server.prompt()
def triage(team: str) -> str:
    """Sorts tickets."""
    return f"Sort the new tickets of the team {team}."


where = "sse" if transport == "sse" else "streamable-http"
if kind == "fastmcp":
    server.run(transport=where, host="127.0.0.1", port=port, show_banner=False)
elif hasattr(server, "settings") and hasattr(server.settings, "port"):
    server.settings.port = port
    server.run(transport=where)
else:
    server.run(transport=where, host="127.0.0.1", port=port)
