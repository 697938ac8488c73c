// What the plugins around folders use of them, and what they are asked when a folder moves.
import { type Port, port, type Sql, slot } from "../../kernel/mod.ts";
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

/** Folders, for the plugins above. */
export interface Folders {
  /** Gives an existing folder an icon or a description, null for none; false when it was like that already. */
  describe(
    sql: Sql,
    options: { tree: Tree; path: string; changes: { icon?: string | null; description?: string | null } },
  ): Promise<boolean>;
  /** Takes an icon away from every folder and shortcut of a workspace. */
  clearIcon(sql: Sql, of: { workspace_id: number; icon: string }): Promise<void>;
}

export const foldersPort: Port<Folders> = port("folders");
export { opennessOfFolder } from "./openness.ts";
export { type Existing, existingFolder } from "./permits.ts";
