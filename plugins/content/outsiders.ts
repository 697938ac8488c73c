// Who of the people outside a workspace may read what is open to all its members.
import { type Actor, type Sql, slot } from "../../kernel/plugin.ts";

/** Asked of somebody outside a workspace whether they may read what is open to all its members; nobody may unless a filler says so. */
export const outsiderSlot = slot<{ sql: Sql; workspace_id: number; reader: Actor }, boolean>("content.outsider");
