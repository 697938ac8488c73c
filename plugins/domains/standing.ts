// What a look at a domain makes of it: the state machine of custom domains, without a database.
import { DAY_MS, later, MINUTE_MS } from "../../kernel/plugin.ts";
import type { Sighting } from "./looking.ts";
import type { DomainRow, DomainState } from "./store/domains.ts";

/** What was seen of a domain, in the DNS and by https. */
export interface Look {
  sighting: Sighting;
  /** Why https does not answer; null where it does, and where nobody asked it. */
  fault: string | null;
}

/** What has happened to a domain, and is told of. */
export type DomainEvent = "verify" | "activate" | "fail" | "recover" | "lapse";

export interface Verdict {
  state: DomainState;
  event: DomainEvent | null;
}

/** How long a served domain may lead elsewhere before its registration counts as unproven. */
export const LAPSE_DAYS = 30;
/** How long https may be out before links are given out with the shared host. */
const HTTPS_PATIENCE_MS = 30 * MINUTE_MS;

/** Whether https is asked: not before the name is proven and leads here. */
export function asksHttps(row: Pick<DomainRow, "status">, { leads_here }: Sighting): boolean {
  return row.status !== "pending" && leads_here;
}

/** `is_asked` where a person wants it looked at, which gives provisioning that was given up another try. */
export function judge(row: DomainRow, look: Look, { now, is_asked }: { now: Date; is_asked: boolean }): Verdict {
  const { sighting } = look;
  const state = { ...stateOf(row), checked_at: now };
  // Name servers that are away say nothing of the domain.
  if (!sighting.is_certain) return { state: { ...state, error: sighting.error }, event: null };
  const { leads_here } = sighting;
  const verdict = row.activated_at === null ? judgeUnserved(row, look, { now, is_asked }) : judgeServed(row, look, now);
  return { ...verdict, state: { ...verdict.state, leads_here } };
}

/** Of a domain that was not served yet. */
function judgeUnserved(row: DomainRow, look: Look, { now, is_asked }: { now: Date; is_asked: boolean }): Verdict {
  const { sighting } = look;
  const state = { ...stateOf(row), checked_at: now };
  if (!sighting.is_proven || !sighting.leads_here) {
    return { state: { ...state, ...UNPROVEN, error: sighting.error }, event: row.verified_at && "lapse" };
  }
  if (row.status === "pending") {
    return { state: { ...state, verified_at: now, error: null, ...beginning(now) }, event: "verify" };
  }
  if (look.fault === null) {
    const served = { status: "active", activated_at: now, error: null, ...TRIED } as const;
    return { state: { ...state, ...served }, event: "activate" };
  }
  const begins = row.status === "error" && is_asked ? beginning(now) : {};
  // What the certificate waits for says more than that there is none.
  const error = row.status === "dns_ok" ? row.error : look.fault;
  return { state: { ...state, ...begins, error }, event: null };
}

/** Of a domain that was served before. One whose TXT record is gone stays, while its name leads here: its zone still says so. */
function judgeServed(row: DomainRow, { sighting, fault }: Look, now: Date): Verdict {
  const state = { ...stateOf(row), checked_at: now };
  const wrong = sighting.leads_here ? fault : sighting.error;
  if (wrong === null) {
    return {
      state: { ...state, status: "active", error: sighting.error, failing_since: null },
      event: row.status === "error" ? "recover" : null,
    };
  }
  const since = row.failing_since ?? now;
  if (later(since, LAPSE_DAYS * DAY_MS) <= now) {
    return { state: { ...state, ...UNPROVEN, error: wrong }, event: "lapse" };
  }
  const isOut = !sighting.leads_here || row.status === "error" || later(since, HTTPS_PATIENCE_MS) <= now;
  return {
    state: { ...state, status: isOut ? "error" : "active", error: wrong, failing_since: since },
    event: isOut && row.status === "active" ? "fail" : null,
  };
}

/** A certificate is tried for from now on. */
function beginning(now: Date) {
  return { status: "issuing", tries: 0, next_try_at: now } as const;
}

/** None is tried for any more. */
export const TRIED = { tries: 0, next_try_at: null } as const;

/** What a domain is without a proof. */
export const UNPROVEN = {
  status: "pending",
  is_default: false,
  verified_at: null,
  activated_at: null,
  failing_since: null,
  ...TRIED,
} as const;

export function stateOf(row: DomainRow): DomainState {
  const {
    domain_id: _id,
    workspace_id: _workspace,
    hostname: _name,
    token: _token,
    created_at: _at,
    signs_in: _in,
    ...state
  } = row;
  return state;
}
