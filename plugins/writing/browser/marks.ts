// Marks around and before what is chosen in a text, put there as if they were typed.
import type { Writing } from "./open_form.ts";

/** As if it was typed, so that the browser can take it back. */
export function put({ area }: Writing, text: string): void {
  area.focus();
  if (!document.execCommand("insertText", false, text)) {
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input"));
  }
}

export function putAround(writing: Writing, mark: string): void {
  const { area } = writing;
  const chosen = area.value.slice(area.selectionStart, area.selectionEnd);
  put(writing, mark + chosen + mark);
  if (chosen === "") area.setSelectionRange(area.selectionEnd - mark.length, area.selectionEnd - mark.length);
}

export function putLink(writing: Writing): void {
  const { area } = writing;
  put(writing, `[${area.value.slice(area.selectionStart, area.selectionEnd)}]()`);
  area.setSelectionRange(area.selectionEnd - 1, area.selectionEnd - 1);
}

/** Before each line that is chosen. */
export function putBefore(writing: Writing, mark: string, takes = false): void {
  const { area } = writing;
  const from = area.value.lastIndexOf("\n", area.selectionStart - 1) + 1;
  const lines = area.value.slice(from, area.selectionEnd).split("\n");
  area.setSelectionRange(from, area.selectionEnd);
  put(writing, lines.map((line) => (takes ? line.replace(/^(?:\t| {1,2})/, "") : mark + line)).join("\n"));
}
