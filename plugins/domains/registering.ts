// Who may register a name: one workspace at a time, without anybody holding a name for long that is not theirs.
import { base64url } from "oslo/encoding";
import {
  DAY_MS,
  hmacSha256,
  later,
  PLANS,
  type Runtime,
  readWorkspace,
  refuse,
  type Sql,
} from "../../kernel/plugin.ts";
import { ASK_OPERATOR, planName, withoutPlans } from "../../kernel/ports/limits.ts";
import { capOf } from "../operation.ts";
import { recordsOf } from "./hostname.ts";
import { readProofs } from "./looking.ts";
import { targetOf } from "./settings.ts";
import { type DomainRow, findRival, holdDomainsOf, holdHostname, insertDomain, listDomains } from "./store/domains.ts";

/** How long a registration that nobody proves keeps other workspaces from making theirs. */
const UNPROVEN_DAYS = 7;
const TOKEN_CHARS = 22;

/** A name for a workspace. */
export interface Claim {
  hostname: string;
  workspace_id: number;
}

/**
 * The value that proves a name for a workspace. It is the same however often the two meet, so that who is refused can be told which
 * record would have shown that the name is theirs.
 */
export function tokenOf({ config }: Pick<Runtime, "config">, { hostname, workspace_id }: Claim): string {
  const bytes = hmacSha256(config.secret, `domains.proof:${workspace_id}:${hostname}`);
  return base64url.encode(bytes, { includePadding: false }).slice(0, TOKEN_CHARS);
}

/**
 * Whether the name's zone speaks for a claim against that of another workspace: it holds the record of the claim and not the other's.
 * Asks the DNS only where there is another.
 */
export async function findLeave(runtime: Runtime, claim: Claim, now: Date): Promise<boolean> {
  const rival = await findRival(runtime.database.sql, { ...claim, since: unprovenSince(now) });
  if (!rival) return false;
  const token = tokenOf(runtime, claim);
  const texts = await readProofs(runtime.dns, { hostname: claim.hostname, token });
  const has = (value: string) => texts?.some((text) => text.trim() === value) ?? false;
  return has(proofOf(claim.hostname, token)) && !has(proofOf(claim.hostname, rival.token));
}

/**
 * Registers a name. Throws 402 for one more than the plan carries, and 409 for a name that is registered already, in this workspace
 * or, without leave of its zone, in another.
 */
export async function register(
  runtime: Runtime,
  sql: Sql,
  { claim, has_leave, now }: { claim: Claim; has_leave: boolean; now: Date },
): Promise<DomainRow> {
  const { hostname, workspace_id } = claim;
  // Two who name the last one at once wait for each other.
  await holdDomainsOf(sql, workspace_id);
  await holdHostname(sql, hostname);
  const rows = await listDomains(sql, workspace_id);
  const known = rows.find((row) => row.hostname === hostname);
  if (known) {
    throw refuse.conflict(`"${hostname}" is registered already in this workspace, as number ${known.domain_id}`, {
      code: "already_exists",
      id: known.domain_id,
    });
  }
  await demandRoom(runtime, sql, { workspace_id, count: rows.length });
  const token = tokenOf(runtime, claim);
  const rival = await findRival(sql, { ...claim, since: unprovenSince(now) });
  if (rival && !has_leave) throw refuseRegistered(runtime, { hostname, token });
  return insertDomain(sql, { workspace_id, hostname, token, now });
}

/** Throws 402 where the plan carries no more domains than `count`. */
export async function demandRoom(
  runtime: Runtime,
  sql: Sql,
  { workspace_id, count }: { workspace_id: number; count: number },
): Promise<void> {
  const { plan } = await readWorkspace(sql, workspace_id);
  const limit = runtime.plans.allowance("custom_domains", plan);
  if (limit !== null && count >= limit) {
    const next = PLANS.find(
      (one) => (runtime.plans.allowance("custom_domains", one) ?? Number.POSITIVE_INFINITY) > count,
    );
    const { pricing_url } = runtime.plans;
    const where = pricing_url ? `; see ${pricing_url}` : "";
    const carried = limit === 1 ? "1 custom domain" : `${limit} custom domains`;
    const refusal = refuse.plan(
      `the ${planName(plan)} plan carries ${carried} and this workspace has ${count}; remove one or move to the ${planName(next ?? "enterprise")} plan${where}`,
      { plan: next ?? "enterprise" },
    );
    const words = `this workspace may have ${carried} and has ${count}; remove one or ${ASK_OPERATOR} for more`;
    throw withoutPlans(refusal, runtime.plans, words);
  }
  const max = capOf(runtime, "custom_domains_per_workspace");
  if (count >= max) throw refuse.conflict(`a workspace has at most ${max} custom domains; remove one first`);
}

function refuseRegistered(runtime: Runtime, of: { hostname: string; token: string }): Error {
  const { proof } = recordsOf(of, targetOf(runtime));
  return refuse.conflict(
    `"${of.hostname}" is already registered by another workspace; if the name is yours, leave at ${proof.name} only a TXT record "${proof.value}" and register it again`,
    { code: "already_exists", record: proof },
  );
}

function proofOf(hostname: string, token: string): string {
  return recordsOf({ hostname, token }, "").proof.value;
}

function unprovenSince(now: Date): Date {
  return later(now, -UNPROVEN_DAYS * DAY_MS);
}
