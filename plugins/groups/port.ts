// What the plugins above tell groups: what a group was given, so that its page can show it.
import { type Actor, hook, type Sql } from "../../kernel/plugin.ts";

export { dissolveGroup } from "./ending.ts";
export { insertKeptGroup } from "./keeping.ts";

/** A group that is kept elsewhere, and that somebody wants to delete here. */
export interface KeptGroup {
  sql: Sql;
  workspace_id: number;
  /** Who keeps it. */
  source: string;
}

/**
 * Asked before a group that is kept elsewhere is deleted here: what keeps it still, in words that follow "it only ends there:", or
 * null. A group that nothing keeps any more is deleted as any other.
 */
export const groupKeeperHook = hook<KeptGroup, string | null>("groups.keeper");

/** Something that a group was given. */
export interface GroupGrant {
  /** The grant's id, as its own routes take it. */
  id: number;
  resource_type: "root" | "folder" | "doc";
  /** What people call it: the root's or the document's name, the folder's path. */
  label: string;
  /** The root that it is or lies in; null in My documents. */
  root_id: number | null;
  /** Set for a folder. */
  folder: string | null;
  /** Set for a document. */
  doc_id: string | null;
  level: "view" | "comment" | "edit";
}

/** A group whose grants somebody wants to see. */
export interface GroupGrantsWanted {
  sql: Sql;
  /** Only what this person may inspect is answered. */
  actor: Actor;
  group_id: number;
}

/** Asked for what a group was given: each plugin that keeps grants answers with those that the caller can inspect. */
export const groupGrantsHook = hook<GroupGrantsWanted, readonly GroupGrant[]>("groups.grants");
