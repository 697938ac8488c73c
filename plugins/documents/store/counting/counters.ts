// Numbers and counts every change of a workspace's documents, as the last statement of the transaction that makes it.
import { PLANS, refuse, type Sql } from "../../../../kernel/plugin.ts";
import { releaseEarly } from "../../../../kernel/ports/db.ts";
import { ASK_OPERATOR, planName, withoutPlans } from "../../../../kernel/ports/limits.ts";
import { capOf } from "../../../operation.ts";
import { documentChangesPort } from "../../changes.ts";
import type { NotingCall, WriteCall } from "../../model/calls.ts";

/** What one transaction changes. */
export interface CountedChange {
  /** Whose number of live documents changes. */
  owner_id: number;
  /** The document that takes the change's number; null when it is gone for good. */
  document_id: number | null;
  /** By how much the workspace's live documents grow; negative when they shrink. */
  bytes: number;
  /** Documents that came to life or, negative, left it. */
  live: number;
}

/**
 * Counts a change at the transaction's end: the workspace's other writers wait from here to the commit alone, so its
 * number follows the order of commits. Growth past the plan's storage or the account's documents is a 413.
 */
export function touchCounter(call: WriteCall, { owner_id, document_id, bytes, live }: CountedChange): void {
  const maxima = countMaxima(call);
  const change = { workspace_id: call.actor.workspace.id, owner_id, document_id, bytes, live, now: call.now };
  tellChange(call);
  call.conclude(
    (sql) => counting(sql, change, maxima),
    (error) => refusalOfCount(call, error, maxima),
  );
}

/** Wakes whoever waits for changes, after the commit. */
export function tellChange(call: NotingCall): void {
  call.afterCommit(() => call.use(documentChangesPort).tell(call.actor.workspace.id));
}

/** What the plan and the caps leave the caller. */
export function countMaxima({ actor, runtime }: Pick<NotingCall, "actor" | "runtime">): CountMaxima {
  return {
    bytes_max: runtime.plans.allowance("storage_bytes", actor.workspace.plan),
    live_max: capOf(runtime, "documents_per_account"),
  };
}

/** What is thrown for an error of the statement that counts. */
export function refusalOfCount(call: NotingCall, error: unknown, { bytes_max, live_max }: CountMaxima): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === OVER_BYTES) return refuseStorage(call, roomOf(error) ?? bytes_max ?? 0);
  return code === OVER_LIVE ? refuseCount(live_max ?? 0) : error;
}

/** The bytes that the workspace may hold, as the database knows them: what is sold beside the plan stands there. */
function roomOf(error: unknown): number | null {
  const detail = error instanceof Error && "detail" in error ? Number(error.detail) : Number.NaN;
  return Number.isSafeInteger(detail) ? detail : null;
}

/** What `count_document_change` raises; SQLSTATE leaves classes from I on to applications. */
const OVER_BYTES = "ZD001";
const OVER_LIVE = "ZD002";

type Counted = CountedChange & { workspace_id: number; now: Date };

/** What growth is held to; null where there is no end. */
export interface CountMaxima {
  bytes_max: number | null;
  live_max: number | null;
}

/** The same outside of an operation. A transaction that counts in several workspaces takes them in the order of their ids. */
export async function countChange(sql: Sql, change: Counted): Promise<void> {
  await sql`select ${counting(sql, change, { bytes_max: null, live_max: null })}`;
}

function counting(sql: Sql, change: Counted, { bytes_max, live_max }: CountMaxima) {
  const { workspace_id, owner_id, document_id, bytes, live, now } = change;
  return sql`${releaseEarly(sql)}, count_document_change(${workspace_id}, ${owner_id}, ${document_id}, ${bytes}, ${bytes_max}, ${live},
    ${live_max}, ${now})`;
}

/** The 413 of a workspace whose plan holds no more (rules: limits/storage). */
export function refuseStorage(call: Pick<NotingCall, "actor" | "runtime">, cap: number): Error {
  const gib = Math.round((cap / 1024 ** 3) * 10) / 10;
  const { plan } = call.actor.workspace;
  const { pricing_url } = call.runtime.plans;
  const isMore = cap > (call.runtime.plans.allowance("storage_bytes", plan) ?? 0);
  const holder = `the ${planName(plan)} plan ${isMore ? "with what was added to it " : ""}holds`;
  const has_larger = plan !== PLANS.at(-1);
  const sold = `${has_larger ? "move to a larger plan" : "add storage"}: ${pricing_url}`;
  const given = has_larger ? "move to a larger plan" : "ask whoever runs this server for more";
  const more = pricing_url ? sold : given;
  const refusal = refuse.tooLarge(`storage quota exceeded: ${holder} ${gib} GiB; delete documents or ${more}`, {
    code: "storage_full",
    cap_bytes: cap,
  });
  const words = `this workspace holds ${gib} GiB and is full; delete documents or ${ASK_OPERATOR} for more`;
  return withoutPlans(refusal, call.runtime.plans, words);
}

/** Throws the 413 of an account that holds as many live documents as it may, before anything of another is read. */
export function refuseFullAccount({ runtime }: Pick<NotingCall, "runtime">, live: number): void {
  const cap = capOf(runtime, "documents_per_account");
  if (live >= cap) throw refuseCount(cap);
}

function refuseCount(cap: number): Error {
  return refuse.tooLarge(`doc limit reached (${cap} docs per user); delete documents that are no longer needed`, {
    code: "document_limit",
  });
}
