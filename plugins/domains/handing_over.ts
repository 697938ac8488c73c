// Whether a signed-in person is handed over to a domain:
// who runs its name when they come learns who they are and reads as them.

import { MINUTE_MS, type Runtime } from "../../kernel/plugin.ts";
import type { ContentHost } from "../../kernel/ports/http.ts";
import { settingsPath } from "../app/port/paths.ts";
import { lookUp, type Sighting } from "./looking.ts";
import { targetOf } from "./settings.ts";
import { type DomainRow, findNamedDomain } from "./store/domains.ts";

/** How old a look may be. */
const AGE_MS_MAX = MINUTE_MS;
const KEPT_MAX = 10_000;

interface Kept {
  until: number;
  seen: Promise<Sighting>;
}

/**
 * Makes the question that is asked before each code: why nobody is handed over to a host now, null where they are. A domain has to be
 * confirmed in a session, and its zone to hold the proof and lead here at that moment: a name may have gone to others since the last
 * daily look (rules: domains/signed_in). Without an answer of the name servers nobody goes.
 */
export function createHandover(runtime: Runtime): (asked: { host: ContentHost }) => Promise<string | null> {
  const looks = new Map<string, Kept>();

  function lookAt(row: DomainRow): Promise<Sighting> {
    const key = `${row.domain_id} ${row.token}`;
    const now = runtime.clock.now().getTime();
    const kept = looks.get(key);
    if (kept && kept.until > now && kept.until <= now + AGE_MS_MAX) return kept.seen;
    const seen = lookUp(runtime.dns, row, targetOf(runtime));
    looks.delete(key);
    looks.set(key, { until: now + AGE_MS_MAX, seen });
    const [oldest] = looks.keys();
    if (looks.size > KEPT_MAX && oldest !== undefined) looks.delete(oldest);
    seen.catch(() => looks.delete(key));
    return seen;
  }

  return async ({ host }) => {
    const { workspace_id, origin } = host;
    if (workspace_id === null) return null;
    const { hostname } = new URL(origin);
    const row = await findNamedDomain(runtime.database.sql, { workspace_id, hostname });
    // Not one of ours: whoever else keeps domains answers for it.
    if (!row) return null;
    if (!row.signs_in)
      return `nobody is signed in at ${hostname} yet: an owner or admin of its workspace has to confirm it at ${runtime.config.base_url}${settingsPath("company/domains")} by "Check now"`;
    const { is_proven, leads_here } = await lookAt(row);
    if (is_proven && leads_here) return null;
    return `nobody is signed in at ${hostname} now: its records were not seen at this moment; open the page again later`;
  };
}
