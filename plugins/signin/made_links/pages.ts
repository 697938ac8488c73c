// The page behind a member's link, and the page that tells a person which were made for them.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { SignInWords } from "../words.ts";
import type { MadeLink } from "./store.ts";

type Shown = Pick<MadeLink, "made_by_email" | "created_at" | "used_at">;

/** The page of a link, in the browser that opened it first. */
export function useBody(
  words: SignInWords,
  { link: { email, made_by_email }, earlier }: { link: MadeLink; earlier: readonly Shown[] },
): Html {
  return html`
    <h1>${words.sign_in}</h1>
    <p>${words.made_link(made_by_email, email)}</p>
    ${earlier.length > 0 && html`<h2>${words.made_before}</h2>${listOf(words, earlier)}`}
    <form method="post"><button class="full" autofocus>${words.sign_in}</button></form>
    <p class="fine">${words.made_held}</p>`;
}

/** Which links others made for a person, at a sign-in of their own. */
export function seenBody(
  words: SignInWords,
  { links, next_path }: { links: readonly Shown[]; next_path: string },
): Html {
  return html`
    <h1>${words.made_for_you}</h1>
    <p>${words.made_told}</p>
    ${listOf(words, links)}
    <form method="post">
      <input type="hidden" name="next" value="${next_path}">
      <button class="full">${words.made_seen}</button>
    </form>`;
}

function listOf(words: SignInWords, links: readonly Shown[]): Html {
  return html`<ul>${links.map(
    ({ made_by_email, created_at, used_at }) =>
      html`<li><strong>${made_by_email}</strong>, ${timeOf(words, created_at)}: ${used_at ? words.used(timeOf(words, used_at)) : words.not_used}</li>`,
  )}</ul>`;
}

function timeOf(words: SignInWords, at: Date): Html {
  const clock = at.toISOString().slice(11, 16);
  return html`<time datetime="${at.toISOString()}">${words.on_day(at)}, ${clock} UTC</time>`;
}

/** Why a link lets nobody in here. */
export function unusableBody(words: SignInWords, why: string): Html {
  return html`
    <h1>${words.made_unusable}</h1>
    <p>${why}</p>
    <p class="actions"><a class="button full" href="/auth/login">${words.to_sign_in}</a></p>`;
}
