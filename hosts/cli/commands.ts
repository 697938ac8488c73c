// The table of docsvc's commands: a new one is one line here. Each loads its code when it is called, so that none waits for the others'.
import type { Command } from "../command.ts";

export interface CommandEntry {
  /** The words that call it. */
  name: string;
  load(): Promise<Command>;
}

export const COMMANDS: readonly CommandEntry[] = [
  { name: "serve", load: async () => (await import("./serve.ts")).serve },
  { name: "publish", load: async () => (await import("../client/publish.ts")).publish },
  { name: "sync", load: async () => (await import("../client/sync.ts")).sync },
  { name: "user add", load: async () => (await import("./user.ts")).userAdd },
  { name: "token create", load: async () => (await import("./token.ts")).tokenCreate },
  { name: "workspace plan", load: async () => (await import("./workspace.ts")).workspacePlan },
  { name: "login-link", load: async () => (await import("./links.ts")).loginLink },
  { name: "setup-link", load: async () => (await import("./links.ts")).setupLink },
  { name: "mcp-config", load: async () => (await import("./mcp_config.ts")).mcpConfig },
  { name: "migrate", load: async () => (await import("./migrate.ts")).migrate },
  { name: "doctor", load: async () => (await import("./doctor.ts")).doctor },
  { name: "backup", load: async () => (await import("./backup.ts")).backup },
  { name: "restore", load: async () => (await import("./restore.ts")).restore },
];
