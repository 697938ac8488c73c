// An operation's least valid input as the permission matrix takes it: its shape, and what makes the common ones.
import type { ParsedBody, Person, Send } from "../harness/harness.ts";
import { type Caller, type Content, made, type Stage } from "./stage.ts";

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
  /** The ways in which it names a folder, where the least valid input with another root and folder put into it is not all. */
  in_folder?: readonly InFolder[];
  /** It answers that something may be put into the folder later, such as by a ticket. */
  puts_later?: true;
}

/** A folder that is to be named, and who names it. */
export interface NamedFolder {
  stage: Stage;
  as: Person;
  root: string;
  folder: string;
}

export type InFolder = (named: NamedFolder) => Made | Promise<Made>;

export type Inputs = Record<string, Input>;

/** The same for everybody. */
export function plain(made: Made = {}): Input {
  return { make: () => made };
}

/** An operation on `{doc_id}`. */
export function document(rest: (stage: Stage) => Made | Promise<Made> = () => ({})): Input {
  return {
    about: "document",
    make: async (stage) => {
      const { params, ...other } = await rest(stage);
      return { ...other, params: { doc_id: stage.doc.doc_id, ...params } };
    },
  };
}

/** An operation at the place of the document. */
export function place(make: (stage: Stage) => Made): Input {
  return { about: "document", make };
}

/** A new page in the My documents of whoever is asked for. */
export async function ownDocument({ stage: { h }, as }: NamedFolder): Promise<ParsedBody> {
  return made(h.call("POST /api/docs", { as, json: { html: "<p>own</p>", title: "Own" } }));
}

export function target(stage: Stage): Record<string, string> {
  return { folder: "plans", ...rootOf(stage) };
}

export function rootOf(stage: Stage): Record<string, string> {
  return stage.where === "a shared root" ? { root: stage.root.slug } : {};
}
