// The shape of an operation's least valid input, as the permission matrix takes it.
import type { Send } from "../harness.ts";
import type { Caller, Content, Stage } from "./stage.ts";

/** What is sent, and for which parameters of the path. */
export interface Made extends Omit<Send, "as"> {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
}

export interface Input {
  /** `document`: the answer depends on where a document lies, so the operation stands in both tables of documents. */
  about?: "document";
  /** Every cell gets another document where the operation writes; `everything` gets it another workspace too. */
  fresh?: "everything";
  /** The document to make, where it has to be no HTML page. */
  document?: Content;
  make(stage: Stage, caller: Caller): Made | Promise<Made>;
  /** The input that names a document, where the least valid one names none. */
  naming?(stage: Stage): Made;
}

export type Inputs = Record<string, Input>;
