// What the plugin database_sql brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { databaseSqlChanges } from "./changelog.ts";

const MIB = 1024 ** 2;

export const database_sql = {
  purpose: "SQL over a database's tables, for reading, in a Postgres apart from the service's own.",
  needs: ["databases"],
  toolset: "databases",
  editions: ["community", "cloud"],
  since: "2026-11-23",
  caps: {
    sql_chars: 100_000,
    sql_params: 100,
    sql_rows: 1000,
    sql_answer_bytes: 4 * MIB,
    sql_ms: 5000,
    sql_database_bytes: 64 * MIB,
  },
  quotas: {
    sql: {
      limit: 600,
      window_seconds: 60,
      per: "account",
      message: "SQL rate limit exceeded ({limit}/minute); slow down and retry later",
    },
  },
  changes: databaseSqlChanges,
} as const satisfies PluginManifest;
