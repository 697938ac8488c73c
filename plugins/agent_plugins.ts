// The plugins by which agents and other programs reach a workspace, and by which one sees which do; the manifest takes them. Pure data.
import { EVERYWHERE } from "./editions.ts";

export const agentPlugins = {
  protocol: {
    purpose: "The addresses at which agents are served.",
    needs: [],
    toolset: null,
    editions: EVERYWHERE,
  },
  mcp: {
    purpose: "Every tool of the catalogue, for agents.",
    needs: ["protocol"],
    toolset: "admin",
    editions: EVERYWHERE,
  },
  oauth: {
    purpose: "How people connect agents: OAuth 2.1, consent, and the list of what is connected.",
    needs: ["signin", "tokens", "places", "protocol"],
    toolset: "admin",
    editions: EVERYWHERE,
  },
  credentials: {
    purpose:
      "What can act in a workspace, for its owners and admins: every token, connection and session, to see and to end.",
    needs: ["members", "tokens", "oauth", "uploads"],
    toolset: "admin",
    editions: EVERYWHERE,
    since: "2026-11-23",
  },
} as const;
