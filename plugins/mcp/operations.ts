// The one address of the protocol; every tool call behind it runs its own operation.
import { anyone, bearerOf } from "../../kernel/mod.ts";
import { operation } from "../operation.ts";
import { challenge } from "./challenge.ts";
import { mcpEndpoint } from "./port.ts";

export const serveProtocol = operation({
  id: "mcp.serve",
  route: "POST /mcp",
  summary: "Speak the Model Context Protocol",
  description:
    "Streamable HTTP with JSON replies and no session: protocol 2026-07-28, and older clients that begin with `initialize`. The caller is who the bearer token says; a session cookie does not count.",
  raw: "page",
  dialect: "service",
  effect: "read",
  // Anonymous in the pipeline, because this address answers its own 401.
  anonymous: true,
  permit: anyone(),
  also: [202],
  refuses: [400, 401, 404, 413, 415],
  run: async ({ actor, request, house, now, use }) => {
    // A cookie that came along has hidden the token from the pipeline.
    const byToken = actor?.credential === "token";
    const caller = byToken ? actor : await house.identifier.identifyBearer(request.headers, now);
    if (!caller) return challenge(house.config.base_url, { rejected: bearerOf(request.headers) !== null });
    return use(mcpEndpoint).answer(request);
  },
});
