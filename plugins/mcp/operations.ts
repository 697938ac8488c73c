// The addresses of the protocol; every tool call behind them runs its own operation.
import { anyone, refuse, t } from "../../kernel/plugin.ts";
import { askNetwork } from "../../kernel/ports/access.ts";
import { bearerOf } from "../../kernel/ports/auth.ts";
import { operation } from "../operation.ts";
import { PROTOCOL_PATH, readProtocolPath } from "../protocol/port.ts";
import { challenge } from "./protocol/challenge.ts";
import { mcpEndpoint } from "./protocol/endpoint_port.ts";
import { allowedOrigins } from "./settings.ts";

const DESCRIPTION =
  "Streamable HTTP with JSON replies and no session: protocol 2026-07-28, and older clients that begin with `initialize`. The caller is who the bearer token says; a session cookie does not count. The headers `X-MCP-Toolsets`, `X-MCP-Tools`, `X-MCP-Exclude-Tools` and `X-MCP-Readonly` narrow what is listed and called; `X-MCP-Legacy: true` lists tools by their former names too.";

const RpcError = t.Object(
  {
    jsonrpc: t.Literal("2.0"),
    id: t.Unknown({ description: "Of the message; null where it could not be read." }),
    error: t.Object({ code: t.Integer(), message: t.String(), data: t.Optional(t.Unknown()) }),
  },
  { $id: "JsonRpcError" },
);

const RpcResult = t.Object(
  { jsonrpc: t.Literal("2.0"), id: t.Union([t.String(), t.Number()]), result: t.Json() },
  { $id: "JsonRpcResult" },
);

const RpcReply = t.Union([RpcResult, RpcError]);

/** The 401 of a caller without a token that works (rules: mcp/unauthenticated). */
const Unauthorized = t.Object(
  { error: t.Literal("unauthorized"), detail: t.String({ description: "What to send." }) },
  { $id: "McpUnauthorized" },
);

const ANSWERS = {
  200: t.Union([RpcResult, RpcError, t.Array(RpcReply)], {
    $id: "JsonRpcReply",
    description: "The message's answer; of a batch, the list of them.",
  }),
  400: RpcError,
  401: Unauthorized,
  404: RpcError,
  415: RpcError,
};

function serveAt(id: string, { path, summary }: { path: `/mcp${string}`; summary: string }) {
  return operation({
    id,
    route: `POST ${path}`,
    summary,
    description: DESCRIPTION,
    raw: "page",
    error_format: "service",
    effect: "read",
    // Anonymous in the pipeline, because this address answers its own 401.
    anonymous: true,
    permit: anyone(),
    also: [202],
    refuses: [400, 401, 403, 404, 413, 415],
    answers: ANSWERS,
    browsers: allowedOrigins,
    run: async ({ actor, request, runtime, now, use }) => {
      const { pathname } = request.url;
      const address = readProtocolPath(pathname);
      if (!address) throw refuse.notFound("no agent is served at this address");
      // A cookie that came along has hidden the token from the pipeline.
      const byToken = actor?.credential === "token";
      const caller = byToken ? actor : await runtime.identifier.identifyBearer(request.headers, now);
      if (caller) {
        await askNetwork(runtime, { actor: caller, request, now });
        return use(mcpEndpoint).answer({ facts: request, address, caller });
      }
      const isWhole = address.toolsets === null && !address.read_only;
      const rejected = bearerOf(request.headers) !== null;
      return challenge(runtime.config.base_url, { rejected, path: isWhole ? PROTOCOL_PATH : pathname });
    },
  });
}

export const serving = [
  serveAt("mcp.serve", { path: "/mcp", summary: "Speak the Model Context Protocol" }),
  serveAt("mcp.serve.readonly", {
    path: "/mcp/readonly",
    summary: "Speak the Model Context Protocol with the tools that change nothing",
  }),
  serveAt("mcp.serve.toolsets", {
    path: "/mcp/x/{toolsets}",
    summary: "Speak the Model Context Protocol with the tools of some toolsets",
  }),
  serveAt("mcp.serve.toolsets.readonly", {
    path: "/mcp/x/{toolsets}/readonly",
    summary: "Speak the Model Context Protocol with the tools of some toolsets that change nothing",
  }),
];
