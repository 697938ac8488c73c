// Opens the server for one command, beside a running server or without one, and leaves nothing running.
import type { AuditEntry, RunningServer } from "../../../kernel/host.ts";
import { type Config, type Sql, writeAudit } from "../../../kernel/plugin.ts";
import type { Terminal } from "../../command/command.ts";
import { openLocalServer } from "../../listener/serve.ts";
import { demandDatabase, lookAtConfig, readLocalConfig } from "./running_server.ts";

/**
 * Runs `work` on this machine's own server and closes it. Throws ConfigError as the start of a server does, and CommandError where
 * there is no database, unless the command `begins` one.
 */
export async function withServer<T>(
  { env }: Terminal,
  work: (runtime: RunningServer) => Promise<T>,
  { begins = false }: { begins?: boolean } = {},
): Promise<T> {
  // Looked at first, because reading the configuration whole leaves a secret behind.
  if (!begins) demandDatabase(lookAtConfig(env));
  const config = readLocalConfig(env);
  const runtime = await openLocalServer({ ...config, log_level: quieter(config.log_level) });
  try {
    return await work(runtime);
  } finally {
    await runtime.close();
  }
}

/** Someone who types a command wants its answer, not the story of a start. */
function quieter(level: Config["log_level"]): Config["log_level"] {
  return level === "debug" || level === "info" ? "warn" : level;
}

/** Notes what the operator did, in the transaction that does it. */
export async function noteBySystem(
  runtime: RunningServer,
  sql: Sql,
  entries: readonly (Omit<AuditEntry, "by"> & { workspace_id: number })[],
): Promise<void> {
  const noted = entries.map(({ workspace_id, ...entry }) => ({
    ...entry,
    by: { user_id: null, email: "system", workspace_id },
  }));
  const context = { actor: null, via: "system" as const, request: null, now: runtime.clock.now() };
  await writeAudit(sql, noted, { ...context, isHeard: runtime.isHeard });
}
