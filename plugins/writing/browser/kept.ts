// What is not saved, kept in this tab.
import { isUnsaved, valueIn, type Writing } from "./open_form.ts";

/** Kept in this tab until it is saved, for a reload, a way back and a browser that ends. */
function keyOf(writing: Writing): string {
  return `writing:${document.body.dataset["user"]}:${valueIn(writing, "doc_id")}:${valueIn(writing, "path")}`;
}

export function keepHere(writing: Writing, { is_sent, base = valueIn(writing, "base_version") }: HowKept): void {
  try {
    const kept: Kept = { text: writing.area.value, is_sent, base };
    if (isUnsaved(writing)) sessionStorage.setItem(keyOf(writing), JSON.stringify(kept));
    else sessionStorage.removeItem(keyOf(writing));
  } catch {
    // A browser that keeps nothing, or has no room: the warning before leaving stays.
  }
}

interface HowKept {
  is_sent: boolean;
  /** The version that it was written on. */
  base?: string;
}

interface Kept extends HowKept {
  text: string;
}

/** What was sent is saved once the document has moved on; where it has not, the sending failed. */
export function keptHere(writing: Writing): string | null {
  try {
    const text = sessionStorage.getItem(keyOf(writing));
    const kept: Kept | null = text === null ? null : JSON.parse(text);
    const isSaved = kept?.is_sent && kept.base !== valueIn(writing, "base_version");
    return kept && !isSaved && kept.text !== writing.area.value ? kept.text : null;
  } catch {
    return null;
  }
}
