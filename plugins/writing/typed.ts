// What somebody typed into the form of a text, where its page is shown again.
import type { RequestFacts } from "../../kernel/plugin.ts";
import { keptForm, refusedForm } from "../app/port/refused.ts";
import { MADE_ON } from "./sent_text.ts";

export interface TypedText {
  path: string;
  content: string;
  message: string;
  base_version: number;
  made_on: number;
}

/** Null where the page was asked for, and where the form was another one, such as a star's. */
export function typedText(request: RequestFacts, doc_id: string): TypedText | null {
  const { typed } = refusedForm(request) ?? keptForm(request) ?? {};
  const text = (name: string) => typed?.get(name)?.at(-1);
  const content = text("content");
  if (content === undefined || text("doc_id") !== doc_id) return null;
  const made_on = versionIn(text(MADE_ON));
  return {
    ...{ path: text("path") ?? "", content, message: text("message") ?? "" },
    ...{ base_version: versionIn(text("base_version")) || made_on, made_on },
  };
}

/** 0 for none. */
function versionIn(text = ""): number {
  return /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 0;
}
