// This part names who keeps others out of a document at present.
// The editor takes no lease by itself: a button does, and keeps what was typed.
import { type Html, html } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import { doorOf } from "../app/port/form.ts";
import { icon } from "../app/port/icons.ts";
import { when } from "../app/port/when.ts";
import { releaseLock, takeLock } from "../editing/port/operations.ts";
import type { Editable, Edited } from "./edited.ts";
import { writingWords } from "./words.ts";

/** Stands in the form of the text, whose page both of its buttons show again as it was typed. */
export function leasePart(call: Asking, { document, lock }: Pick<Edited, "document" | "lock">): Html {
  const words = writingWords(call);
  if (!lock)
    return html`${staying(takeLock.id, words.kept_out)}<button class="btn quiet small" formaction="${doorOf(takeLock.id)}" title="${words.keep_out_told}">${icon("lock")}${words.keep_out}</button>`;
  const told = lock.mine
    ? html`${words.held_by_me} ${when(call, lock.expires_at)}.`
    : html`<bdi>${words.held(lock.holder.email)}</bdi> ${when(call, lock.expires_at)}. ${words.held_told}`;
  return html`${staying(releaseLock.id, words.let_in_done)}<p class="${lock.mine ? "note" : "note warn"}" role="status">${icon("lock")}<span>${told}</span>${mayEnd(document) && html`<button class="btn small" formaction="${doorOf(releaseLock.id)}" name="force" value="true">${lock.mine ? words.let_in : words.end_theirs}</button>`}</p>`;
}

function staying(operation: string, done: string): Html {
  return html`<input type="hidden" name="~stay.${operation}" value="true"><input type="hidden" name="~done.${operation}" value="${done}">`;
}

/** Its owner's to end, and in a space that of whoever may edit there; the token of one's own is in no page. */
function mayEnd({ my_level, root }: Editable): boolean {
  return my_level === "own" || root !== null;
}
