// What a person does with the domains of their workspace, by the API and by the page alike: each with its audit rows.
import { type NotingCall, type Permit, type Runtime, refuse, type Sql } from "../../kernel/plugin.ts";
import { managedRow } from "../members/port.ts";
import { applyLook } from "./applying.ts";
import { driverPort } from "./driver.ts";
import { readHostname } from "./hostname.ts";
import { tellServers } from "./known.ts";
import { type Claim, demandRoom, findLeave, register } from "./registering.ts";
import { ownNames } from "./settings.ts";
import type { Look } from "./standing.ts";
import {
  confirmDomain,
  type DomainRow,
  deleteDomain,
  findDomain,
  holdDomainsOf,
  listDomains,
  setDefault,
} from "./store/domains.ts";

/** The part of a write's call that these take; `sql` is its transaction. */
type Changing = Pick<NotingCall, "note" | "afterCommit" | "runtime" | "now" | "actor"> & { sql: Sql };

/** A name that is about to be registered. */
export interface Prepared {
  claim: Claim;
  has_leave: boolean;
}

/** Ahead of the transaction. Throws 400 for what cannot be a custom domain of this service. */
export async function prepareDomain(
  { runtime, now }: { runtime: Runtime; now: Date },
  asked: { workspace_id: number; hostname: string },
): Promise<Prepared> {
  const hostname = readHostname(asked.hostname, { own: ownNames(runtime) });
  const claim = { workspace_id: asked.workspace_id, hostname };
  return { claim, has_leave: await findLeave(runtime, claim, now) };
}

export async function add({ sql, runtime, now, note }: Changing, prepared: Prepared): Promise<void> {
  const { domain_id, hostname } = await register(runtime, sql, { ...prepared, now });
  note("domain.add", { target_type: "domain", target_id: domain_id, meta: { hostname } });
}

/** Throws 402 for a name whose proof would be one more than the plan carries. */
export async function verify(
  { sql, runtime, now, note, afterCommit, actor }: Changing,
  { row, seen }: { row: DomainRow; seen: Look },
): Promise<void> {
  const { workspace_id } = row;
  if (row.verified_at === null && seen.sighting.is_proven) {
    await holdDomainsOf(sql, workspace_id);
    const proven = (await listDomains(sql, workspace_id)).filter((one) => one.verified_at !== null);
    await demandRoom(runtime, sql, { workspace_id, count: proven.length });
  }
  for (const told of await applyLook(runtime, sql, { row, seen, now, is_asked: true })) note(told.action, told.note);
  // A token registers, proves and serves a domain; that people are sent there as themselves is said by a person (rules: domains/signed_in).
  if (actor.credential === "session" && (await confirmDomain(sql, row))) {
    note("domain.confirm", { target_type: "domain", target_id: row.domain_id, meta: { hostname: row.hostname } });
  }
  afterCommit(() => runtime.jobs.wake());
}

/** Throws 404 for a domain of somebody else, and 400 for one that is not active. */
export async function choose(
  { sql, runtime, note }: Changing,
  { workspace_id, domain_id }: { workspace_id: number; domain_id: number | null },
): Promise<void> {
  await holdDomainsOf(sql, workspace_id);
  const rows = await listDomains(sql, workspace_id);
  const chosen = rows.find((row) => row.domain_id === domain_id) ?? null;
  if (domain_id !== null) demandActive(chosen);
  const before = rows.find((row) => row.is_default) ?? null;
  if (before?.domain_id === chosen?.domain_id) return;
  await setDefault(sql, { workspace_id, domain_id });
  await tellServers(runtime, sql, workspace_id);
  const meta = { hostname: chosen?.hostname ?? null, was: before?.hostname ?? null };
  note("domain.default", { target_type: "workspace", target_id: workspace_id, meta });
}

export async function remove({ sql, runtime, note }: Changing, subject: DomainRow): Promise<void> {
  const { workspace_id, domain_id, hostname } = subject;
  await holdDomainsOf(sql, workspace_id);
  const row = await deleteDomain(sql, subject);
  if (!row) throw refuse.notFound("domain not found");
  if (row.verified_at !== null) await runtime.use(driverPort).release(sql, hostname);
  await tellServers(runtime, sql, workspace_id);
  note("domain.remove", { target_type: "domain", target_id: domain_id, meta: { hostname } });
}

function demandActive(row: DomainRow | null): void {
  if (!row) throw refuse.notFound("domain not found");
  if (row.status === "active") return;
  throw refuse.invalid(
    `"${row.hostname}" is not active but ${row.status}; links can be given out with it once POST /api/domains/${row.domain_id}/verify has made it active`,
  );
}

/** The domain of the path. Throws 403 for who is no owner or admin, and 404 for one that is not their workspace's. */
export function managedDomain(): Permit<DomainRow> {
  return managedRow("domain not found", (sql, { workspace_id, params }) =>
    findDomain(sql, { workspace_id, domain_id: Number(params["domain_id"]) }),
  );
}
