// Who of the people outside a workspace may read what is open to all its members.
import { type Actor, hook, type Sql } from "../../kernel/plugin.ts";

/** Asked of somebody outside a workspace whether they may read what is open to all its members; nobody may unless a handler says so. */
export const outsiderHook = hook<{ sql: Sql; workspace_id: number; reader: Actor }, boolean>("content.outsider");
