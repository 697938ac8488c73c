// Tells the plugins above whose caches show documents: what to look at anew, and what may be closed from a commit on.
import { type Hook, hook, type Runtime, type Sql } from "../../../kernel/plugin.ts";
import type { NotingCall, WriteCall } from "../model/calls.ts";

/** Documents by their slugs, after the commit that gave them new content: what shows the old must look again. */
export const documentsShownHook: Hook<{ slugs: readonly string[] }, void> = hook("documents.shown");

/** Documents by their slugs that may be closed to somebody from the commit on; told on the connection of that transaction. */
export const documentsClosedHook: Hook<{ sql: Sql; slugs: readonly string[] }, void> = hook("documents.closed");

/** New content is shown here at once after the commit, and by the other servers a moment later. */
export function showAnew(call: NotingCall, ...slugs: string[]): void {
  call.afterCommit(async () => void (await call.callHook(documentsShownHook, { slugs })));
}

/** What may close documents is told to every server inside the transaction, so that it acts with the commit. */
export async function closeAnew(call: WriteCall, ...slugs: string[]): Promise<void> {
  await tellClosed(call.callHook, call.sql, slugs);
  showAnew(call, ...slugs);
}

export async function tellClosed(callHook: Runtime["callHook"], sql: Sql, slugs: readonly string[]): Promise<void> {
  await callHook(documentsClosedHook, { sql, slugs });
}
