// A sign-in link for a member where no mail is set up: its button where making one would work, else why not.
import { type Html, html, type Static } from "../../../kernel/plugin.ts";
import { type Asking, askIfOpen } from "../../app/port/ask.ts";
import { copyBox } from "../../app/port/copy_box.ts";
import { buttonFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { shownOnce } from "../../app/port/once.ts";
import { sentenceOf } from "../../app/port/refused.ts";
import { when } from "../../app/port/when.ts";
import { makeSignInLink, readSignInLink } from "../operations/sign_in_link.ts";
import type { Member } from "../schemas.ts";
import { peopleWords } from "./words.ts";

/** Null where links are not made for others, and of oneself. */
export async function signInLinkPart(call: Asking, member: Static<typeof Member>): Promise<Html | null> {
  if (member.is_me) return null;
  const asked = await askIfOpen(call, readSignInLink, { params: { user_id: member.id } });
  if (!asked?.is_by_hand) return null;
  const words = peopleWords(call);
  const made = shownOnce(call, makeSignInLink);
  const body = asked.can_make
    ? html`<p class="soft">${words.link_told}</p>${made?.user_id === member.id && madeNote(call, made)}<div>${buttonFor(call, makeSignInLink, { fixed: { user_id: member.id }, button: words.make_link, kind: "btn" })}</div>`
    : html`<p class="soft">${sentenceOf(asked.why_not ?? "")}</p>`;
  return html`<section class="stack" aria-labelledby="sign-in-link"><h2 id="sign-in-link">${words.sign_in_link}</h2>${body}</section>`;
}

function madeNote(call: Asking, { url, email, expires_at }: { url: string; email: string; expires_at: string }): Html {
  const words = peopleWords(call);
  return html`<div class="note good" role="status">${icon("check")}<div class="stack tight"><p>${words.link_made} ${when(call, expires_at)}.</p>${copyBox({ text: url, label: words.link_of(email), copy: words.copy, copied: words.copied })}</div></div>`;
}
