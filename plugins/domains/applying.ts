// Writes down what a look at a domain came to: under its locks, with what others have to be told.
import { enqueue, type Note, type Runtime, refuse, type Sql, writeAudit } from "../../kernel/plugin.ts";
import { driverPort } from "./driver.ts";
import { recordsOf } from "./hostname.ts";
import { tellServers } from "./known.ts";
import { lookUp, type Sighting } from "./looking.ts";
import { probe } from "./probing.ts";
import { targetOf } from "./settings.ts";
import { asksHttps, type DomainEvent, judge, type Look, stateOf, UNPROVEN } from "./standing.ts";
import {
  type DomainRow,
  holdDomain,
  holdDomainsOf,
  holdHolder,
  holdHostname,
  listDomains,
  updateDomain,
} from "./store/domains.ts";

export const PROVISION_JOB = "domains.provision";

/** An audit row to write. */
export interface Told {
  action: `domain.${DomainEvent | "remove"}`;
  note: Note;
}

/** Looks at a domain in the DNS and, where it may be served, by https. Takes up to half a minute, outside of any transaction. */
export async function look(runtime: Runtime, row: DomainRow): Promise<Look> {
  const sighting = await lookUp(runtime.dns, row, targetOf(runtime));
  return { sighting, fault: asksHttps(row, sighting) ? await probe(runtime, row.hostname) : null };
}

/**
 * Applies a look to the row as it is now, and answers what happened; nothing where the row is gone or stands otherwise than when it was
 * looked at. Throws 409 where another workspace holds the name by a record of its own.
 */
export async function applyLook(
  runtime: Pick<Runtime, "database" | "use">,
  sql: Sql,
  { row, seen, now, is_asked }: { row: DomainRow; seen: Look; now: Date; is_asked: boolean },
): Promise<Told[]> {
  const held = await holdWhole(sql, row);
  if (!held || held.status !== row.status) return [];
  const { state, event } = judge(held, seen, { now, is_asked });
  const lost =
    event === "verify" ? await takeFromHolder(runtime, sql, { row: held, sighting: seen.sighting, now }) : [];
  const is_default = state.is_default || (event === "activate" && !(await hasDefault(sql, held.workspace_id)));
  await updateDomain(sql, held, { ...state, is_default });
  if (state.status === "issuing" && (event === "verify" || held.status === "error")) {
    await enqueueProvisioning(sql, { row: held, now });
  }
  if (event === "lapse") await runtime.use(driverPort).release(sql, held.hostname);
  const isTold = state.status !== held.status || is_default !== held.is_default || state.leads_here !== held.leads_here;
  if (isTold) await tellServers(runtime, sql, held.workspace_id);
  const told = event && tellOf(event, held, event === "fail" || event === "lapse" ? { error: state.error ?? "" } : {});
  return told ? [...lost, told] : lost;
}

/** Locks everything that a change of a domain touches, always in the same order. */
export async function holdWhole(
  sql: Sql,
  row: Pick<DomainRow, "workspace_id" | "domain_id" | "hostname">,
): Promise<DomainRow | null> {
  await holdDomainsOf(sql, row.workspace_id);
  await holdHostname(sql, row.hostname);
  return holdDomain(sql, row);
}

export function enqueueProvisioning(
  sql: Sql,
  { row, now }: { row: Pick<DomainRow, "workspace_id" | "domain_id">; now: Date },
): Promise<void> {
  const { workspace_id, domain_id } = row;
  return enqueue(sql, {
    kind: PROVISION_JOB,
    payload: { workspace_id, domain_id },
    due_at: now,
    workspace_id,
    dedupe_key: `${PROVISION_JOB}:${domain_id}`,
  });
}

/** A name changes hands with its zone: to who has a record there, from who has none any more. */
async function takeFromHolder(
  runtime: Pick<Runtime, "database">,
  sql: Sql,
  { row, sighting, now }: { row: DomainRow; sighting: Sighting; now: Date },
): Promise<Told[]> {
  const holder = await holdHolder(sql, row);
  if (!holder) return [];
  if (sighting.texts.some((text) => text.trim() === recordsOf(holder, "").proof.value)) throw refuseHeld(row.hostname);
  const error = "another workspace has proven the name with a record of its own";
  await updateDomain(sql, holder, { ...stateOf(holder), ...UNPROVEN, checked_at: now, error });
  await tellServers(runtime, sql, holder.workspace_id);
  return [tellOf("lapse", holder, { error })];
}

export function refuseHeld(hostname: string): Error {
  return refuse.conflict(
    `"${hostname}" is registered by another workspace; if the name is yours, remove that workspace's TXT record from it, then check again`,
  );
}

async function hasDefault(sql: Sql, workspaceId: number): Promise<boolean> {
  return (await listDomains(sql, workspaceId)).some((row) => row.is_default);
}

/** What the service found out is nobody's doing; a person's own check is noted as theirs by who calls. */
export function tellOf(event: DomainEvent, row: DomainRow, meta: Record<string, unknown>): Told {
  const by = { user_id: null, email: "system", workspace_id: row.workspace_id };
  const note = { target_type: "domain", target_id: row.domain_id, meta: { hostname: row.hostname, ...meta } };
  return { action: `domain.${event}`, note: event === "verify" || event === "activate" ? note : { ...note, by } };
}

export async function writeAsSystem(
  { isHeard }: Pick<Runtime, "isHeard">,
  sql: Sql,
  { row, told, now }: { row: DomainRow; told: readonly Told[]; now: Date },
): Promise<void> {
  const by = { user_id: null, email: "system", workspace_id: row.workspace_id };
  const entries = told.map(({ action, note }) => ({ action, by, ...note }));
  await writeAudit(sql, entries, { actor: null, via: "system", request: null, now, isHeard });
}
