// What the plugins around folders use of them, and what they are asked when a folder moves.
import { type Sql, slot } from "../../kernel/mod.ts";
import type { Tree } from "../places/port.ts";

/** A folder that gets another path with everything below it, or is removed. */
export interface FolderMoved {
  sql: Sql;
  tree: Tree;
  from: string;
  /** Where it is now; of a removed one the folder above, where its contents are. */
  to: string;
  removed: boolean;
}

/** Asked in the transaction in which a folder moves or goes: whoever knows folders by their path follows. */
export const folderMovedSlot = slot<FolderMoved>("folders.moved");

/** How far a workspace lets its members publish; the narrowest answer counts. */
export const PUBLISHING_POLICIES = ["public", "signed_in", "off"] as const;
export type PublishingPolicy = (typeof PUBLISHING_POLICIES)[number];
/** Asked for the workspace's rule of publishing; without a plugin that keeps one, it is `public`. */
export const publishingPolicySlot = slot<{ sql: Sql; workspace_id: number }, PublishingPolicy>(
  "folders.publishing_policy",
);

export { describeFolder } from "./describing.ts";
export { opennessOfFolder } from "./openness.ts";
export { type Existing, existingFolder } from "./permits.ts";
export { clearFolderIcon } from "./store/settings.ts";
