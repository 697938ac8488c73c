// What the plugins above tell roots: which of them are published as sites.
import { hook, type Sql } from "../../kernel/plugin.ts";

/** Roots about which somebody asks. */
export interface PublishedWanted {
  sql: Sql;
  workspace_id: number;
  root_ids: readonly number[];
}

/** Asked for the roots, among those given, whose top is published as a folder site. Without a plugin that makes sites none is. */
export const publishedRootsHook = hook<PublishedWanted, readonly number[]>("roots.published");
