// Lets plugins that keep a document's content elsewhere than in its files add that to a zip of everything.
import { type Actor, hook, type Runtime } from "../../kernel/plugin.ts";
import type { PackableDocument } from "./store/bundles.ts";
import type { ZipEntry } from "./zip_entry.ts";

/** Documents on their way into somebody's own zip. */
export interface FurtherFilesAsked {
  runtime: Runtime;
  actor: Actor;
  now: Date;
  documents: readonly PackableDocument[];
}

/** By `document_id`, entries whose names are relative to the document's directory. */
export type FurtherFiles = ReadonlyMap<number, readonly ZipEntry[]>;

/** Filled by whoever keeps content beside files; asked for some documents at a time. */
export const furtherFilesHook = hook<FurtherFilesAsked, FurtherFiles>("bundles.further_files");
