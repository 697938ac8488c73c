// The question whether an address may become a member, for whoever keeps some out.
import { type Sql, slot } from "../../kernel/mod.ts";

/** Asked when an address is invited and when it joins, whichever way; a filler that says no throws. */
export const joiningSlot = slot<{ sql: Sql; workspace_id: number; email: string }>("members.joining");
