// What the plugins above answer icons: which of their things carry one, and that a picture of the library goes.
import { hook, type Openness, type PermitCall, type Sql } from "../../kernel/plugin.ts";
import type { WriteCall } from "../documents/port/write.ts";

/** Something of a plugin above that carries an icon, found for a caller who may change it. */
export interface IconOwner {
  /** Who reads what is said of it. */
  openness: Openness;
  /** Sets its icon, or takes it away; false when it was like that already. */
  set(call: WriteCall, icon: string | null): Promise<boolean>;
  target_type: string;
  target_id: number;
}

/** What a target of another kind than documents, folders and tags is written as. */
export interface IconNamed {
  call: PermitCall;
  kind: "nav" | "navigation";
  /** What comes after the kind. */
  name: string;
}

/** Asked for what a target names: the handler that knows the kind answers, or refuses; null is a thing that is not there. */
export const iconOwnerHook = hook<IconNamed, IconOwner | null>("icons.owner");

/** Asked in the transaction in which a picture leaves the library: whatever shows it has no icon then. */
export const iconEndHook = hook<{ sql: Sql; workspace_id: number; icon: string }>("icons.end");
