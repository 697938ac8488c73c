// Tells the plugins above whose caches show documents: what to look at anew, and what may be closed from a commit on.
import { type Runtime, type Slot, type Sql, slot } from "../../../kernel/plugin.ts";
import type { NotingCall, WriteCall } from "../model/calls.ts";

/** Documents by their slugs, after the commit that gave them new content: what shows the old must look again. */
export const documentsShownSlot: Slot<{ slugs: readonly string[] }, void> = slot("documents.shown");

/** Documents by their slugs that may be closed to somebody from the commit on; told on the connection of that transaction. */
export const documentsClosedSlot: Slot<{ sql: Sql; slugs: readonly string[] }, void> = slot("documents.closed");

/** New content is shown here at once after the commit, and by the other servers a moment later. */
export function showAnew(call: NotingCall, ...slugs: string[]): void {
  call.afterCommit(async () => void (await call.ask(documentsShownSlot, { slugs })));
}

/** What may close documents is told to every server inside the transaction, so that it acts with the commit. */
export async function closeAnew(call: WriteCall, ...slugs: string[]): Promise<void> {
  await tellClosed(call.ask, call.sql, slugs);
  showAnew(call, ...slugs);
}

export async function tellClosed(ask: Runtime["ask"], sql: Sql, slugs: readonly string[]): Promise<void> {
  await ask(documentsClosedSlot, { sql, slugs });
}
