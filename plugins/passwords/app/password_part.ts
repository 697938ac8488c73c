// The password on the page of one's ways to sign in; not a word of it where the operator takes none.
import { html } from "../../../kernel/plugin.ts";
import { ask } from "../../app/port/ask.ts";
import { askFirst } from "../../app/port/ask_first.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import { when } from "../../app/port/when.ts";
import type { WayPart, WaysPageAsking } from "../../passkeys/port.ts";
import { changePassword, readPassword, removePassword } from "../operations/password.ts";
import { CHARS_MIN } from "../strength.ts";
import { passwordWords } from "./words.ts";

export async function passwordPart({ call, is_fresh, company }: WaysPageAsking): Promise<WayPart | null> {
  const { is_on, is_set, changed_at } = await ask(call, readPassword, {});
  if (!is_on) return null;
  const words = passwordWords(call);
  const state = changed_at
    ? html`<p class="soft">${words.set_on} ${when(call, changed_at)}. ${company !== null && words.rests}</p>`
    : html`<p class="soft">${words.none}</p>`;
  const form =
    is_fresh &&
    company === null &&
    formFor(
      call,
      changePassword,
      { done: words.saved },
      ({ text }) =>
        html`${text("password", { label: words.new, hint: words.hint(CHARS_MIN), type: "password", required: true, maxlength: 200, autocomplete: "new-password" })}<p class="line"><button class="btn">${words.save}</button></p>`,
    );
  const remove =
    is_fresh &&
    is_set &&
    askFirst({
      open: words.remove,
      name: words.remove_it,
      told: words.remove_told,
      form: buttonFor(call, removePassword, { button: words.remove_it, kind: "btn danger", done: words.removed }),
    });
  return {
    order: 20,
    id: "password",
    heading: words.heading,
    body: html`<div class="stack">${state}${form}${remove}</div>`,
  };
}
