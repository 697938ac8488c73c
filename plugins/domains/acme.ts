// The driver of a server that ends TLS itself:
// the plugin for certificates orders them, serves them by name and renews them.
import { MINUTE_MS, type Runtime } from "../../kernel/plugin.ts";
import { readCertificate, releaseCertificate, wantCertificate } from "../certificates/port.ts";
import type { DomainDriver } from "./driver.ts";

/** An order that failed a moment ago is not asked for again by asking how it stands. */
const SOON_MS = MINUTE_MS;

export function acmeDriver(runtime: Runtime): DomainDriver {
  const { database, clock, jobs } = runtime;
  return {
    name: "acme",
    async issue({ hostname, workspace_id }) {
      const now = clock.now();
      const state = await readCertificate(database.sql, hostname);
      if (state?.expires_at && state.expires_at > now) return { state: "ready" };
      if (state?.error && state.due_at.getTime() > now.getTime() + SOON_MS) {
        return { state: "later", at: state.due_at, reason: `no certificate yet: ${state.error}` };
      }
      if (state === null) {
        await database.withTransaction((sql) => wantCertificate(sql, { hostname, workspace_id, now }));
        jobs.wake();
      }
      return { state: "coming" };
    },
    release: (sql, hostname) => releaseCertificate(runtime, sql, hostname),
  };
}
