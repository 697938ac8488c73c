// The table of the client's commands, which need a server's address and nothing of the server.
import type { CommandEntry } from "../command/command_line.ts";

export const CLIENT_COMMANDS: readonly CommandEntry[] = [
  { name: "publish", load: async () => (await import("./publish.ts")).publish },
  { name: "sync", load: async () => (await import("./sync.ts")).sync },
  { name: "db import", load: async () => (await import("./db_import.ts")).dbImport },
  { name: "db export", load: async () => (await import("./db_export.ts")).dbExport },
  { name: "site export", load: async () => (await import("./site_export.ts")).siteExport },
  { name: "mcp-config", load: async () => (await import("./mcp_config.ts")).mcpConfig },
];
