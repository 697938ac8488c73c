// The addresses of the protocol; every tool call behind them runs its own operation.
import { anyone, bearerOf, PROTOCOL_PATH, readProtocolPath, refuse } from "../../kernel/mod.ts";
import { operation } from "../operation.ts";
import { challenge } from "./challenge.ts";
import { mcpEndpoint } from "./port.ts";

const DESCRIPTION =
  "Streamable HTTP with JSON replies and no session: protocol 2026-07-28, and older clients that begin with `initialize`. The caller is who the bearer token says; a session cookie does not count. The headers `X-MCP-Toolsets`, `X-MCP-Tools`, `X-MCP-Exclude-Tools` and `X-MCP-Readonly` narrow what is listed and called; `X-MCP-Legacy: true` lists tools by their former names too.";

function serveAt(id: string, { path, summary }: { path: `/mcp${string}`; summary: string }) {
  return operation({
    id,
    route: `POST ${path}`,
    summary,
    description: DESCRIPTION,
    raw: "page",
    dialect: "service",
    effect: "read",
    // Anonymous in the pipeline, because this address answers its own 401.
    anonymous: true,
    permit: anyone(),
    also: [202],
    refuses: [400, 401, 404, 413, 415],
    run: async ({ actor, request, house, now, use }) => {
      const { pathname } = request.url;
      const address = readProtocolPath(pathname);
      if (!address) throw refuse.notFound("no agent is served at this address");
      // A cookie that came along has hidden the token from the pipeline.
      const byToken = actor?.credential === "token";
      const caller = byToken ? actor : await house.identifier.identifyBearer(request.headers, now);
      if (caller) return use(mcpEndpoint).answer({ facts: request, address, caller });
      const isWhole = address.toolsets === null && !address.read_only;
      const rejected = bearerOf(request.headers) !== null;
      return challenge(house.config.base_url, { rejected, path: isWhole ? PROTOCOL_PATH : pathname });
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
