// What the plugins above may say of a document that is read.
import { type Call, hook } from "../../kernel/plugin.ts";
import type { LoadedDocument } from "../documents/port/read.ts";

/** A document that is read as one of the workspace's agents, by its slug or doc_id. */
export interface ReadAs {
  call: Call<LoadedDocument, false>;
  ref: string;
  document: LoadedDocument;
}

export interface ReadAsAgent {
  slug: string;
  /** The agent knows of the document. */
  in_brain: boolean;
}

/** Asked who the agent is; null where there is none that the caller may open. */
export const readAsHook = hook<ReadAs, ReadAsAgent | null>("history.read_as");
