// What the plugin contract brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { contractChanges } from "./changelog.ts";

const KIB = 1024;
const MIB = 1024 ** 2;
const HOUR = 3600;

export const contract = {
  purpose: "What every client can rely on: the limits and what is left of them, and the versions of the API.",
  needs: [],
  toolset: "docs",
  caps: {
    body_bytes: 32 * MIB,
    anonymous_body_bytes: 64 * KIB,
  },
  quotas: {
    idempotency_key: {
      limit: 10_000,
      window_seconds: 24 * HOUR,
      per: "account",
      message: "too many idempotency keys ({limit} in 24 hours); send this request without one",
    },
  },
  changes: contractChanges,
} as const satisfies PluginManifest;
