// What the plugins around folders use of them, and what they are asked when a folder moves.
import { hook, type Sql } from "../../kernel/plugin.ts";
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
export const folderMovedHook = hook<FolderMoved>("folders.moved");

export { describeFolder } from "./describing.ts";
export { opennessOfFolder } from "./openness.ts";
export { type Existing, existingFolder } from "./permits.ts";
export {
  PUBLISHING_POLICIES,
  type PublishingPolicy,
  publishingPolicyHook,
  readPublishingPolicy,
} from "./publishing_policy.ts";
export {
  findSiteTree,
  listSiteFolders,
  listSiteTrees,
  type SiteFolder,
  type SiteTree,
} from "./store/published.ts";
export { clearFolderIcon } from "./store/settings.ts";
export { inOrder } from "./view.ts";
