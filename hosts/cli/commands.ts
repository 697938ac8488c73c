// The table of the commands on a server's own machine: a new one is one line here.
import { CLIENT_COMMANDS } from "../client/commands.ts";
import type { CommandEntry } from "../command/command_line.ts";

export const COMMANDS: readonly CommandEntry[] = [
  { name: "serve", load: async () => (await import("./serve.ts")).serve },
  ...CLIENT_COMMANDS,
  { name: "user add", load: async () => (await import("./user.ts")).userAdd },
  { name: "user reset", load: async () => (await import("./user.ts")).userReset },
  { name: "token create", load: async () => (await import("./token.ts")).tokenCreate },
  { name: "workspace plan", load: async () => (await import("./workspace.ts")).workspacePlan },
  { name: "storage recount", load: async () => (await import("./storage.ts")).storageRecount },
  { name: "sso unenforce", load: async () => (await import("./sso.ts")).ssoUnenforce },
  { name: "email-domain prove", load: async () => (await import("./sso.ts")).emailDomainProve },
  { name: "email-domain release", load: async () => (await import("./sso.ts")).emailDomainRelease },
  { name: "policy allow-all", load: async () => (await import("./policy.ts")).policyAllowAll },
  { name: "login-link", load: async () => (await import("./links.ts")).loginLink },
  { name: "setup-link", load: async () => (await import("./links.ts")).setupLink },
  { name: "audit verify", load: async () => (await import("./audit.ts")).auditVerify },
  { name: "migrate", load: async () => (await import("./migrate.ts")).migrate },
  { name: "doctor", load: async () => (await import("./doctor.ts")).doctor },
  { name: "backup", load: async () => (await import("./backup.ts")).backup },
  { name: "restore", load: async () => (await import("./restore.ts")).restore },
];
