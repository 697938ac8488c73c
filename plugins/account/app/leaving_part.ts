// Deleting one's account: what becomes of one's documents stands before the form, which asks for the address.
import { type Html, html } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { refusedForm } from "../../app/port/refused.ts";
import { readMembers } from "../../members/port/operations.ts";
import { readRoots } from "../../roots/port/operations.ts";
import { deleteAccount } from "../operations/account.ts";
import { GRACE_DAYS } from "../store.ts";
import { accountWords } from "./words.ts";

export async function leavingPart(call: Asking): Promise<Html> {
  const words = accountWords(call);
  const [{ personal }, others] = await Promise.all([ask(call, readRoots, { query: {} }), countOthers(call)]);
  const isHeld = others > 0 && call.actor.role === "owner";
  const isLast = others === 0 && call.actor.role === "owner";
  const told = html`<p class="soft">${words.leave_told(GRACE_DAYS)}</p><ul class="dots"><li>${words.leave_docs(personal.doc_count)}</li><li>${isLast ? words.leave_last : words.leave_spaces}</li></ul>`;
  return html`<section class="part stack tight" aria-labelledby="leave"><h2 id="leave">${words.leave}</h2>${isHeld ? held(call) : html`${told}${leaveForm(call)}`}</section>`;
}

/** How many more people are here; asked of owners alone, since others may go as they like. */
async function countOthers(call: Asking): Promise<number> {
  if (call.actor.role !== "owner") return 0;
  const { members } = await ask(call, readMembers, { query: { status: "active", limit: 2 } });
  return members.length - 1;
}

/** Who owns what others are in hands it over first. */
function held(call: Asking): Html {
  const words = accountWords(call);
  return html`<p class="note">${icon("info")}<span>${words.leave_held} <a href="${settingsPath("people")}">${words.leave_hand_over}</a></span></p>`;
}

/** Unfolded where the form came back. */
function leaveForm(call: Asking): Html {
  const words = accountWords(call);
  const isOpen = refusedForm(call.request)?.operation === deleteAccount.id;
  return html`<details class="fold"${isOpen && html` open`}><summary><span class="btn danger">${words.leave_open}</span></summary>${formFor(
    call,
    deleteAccount,
    {},
    (fields) =>
      html`${fields.text("confirm", { label: words.leave_confirm, hint: words.leave_hint, required: true, maxlength: 320, autocomplete: "off" })}
<p class="line"><button class="btn danger">${words.leave_it}</button></p>`,
  )}</details>`;
}
