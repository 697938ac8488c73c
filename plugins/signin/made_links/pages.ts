// What the page behind a member's link says, and the page that tells a person which were made for them.
import { dayOf, type Html, html } from "../../../kernel/plugin.ts";
import type { MadeLink } from "./store.ts";

type Shown = Pick<MadeLink, "made_by_email" | "created_at" | "used_at">;

/** The page of a link, in the browser that opened it first. */
export function useBody({ email, made_by_email }: MadeLink, earlier: readonly Shown[]): Html {
  return html`
    <h1>Sign in</h1>
    <p><strong>${made_by_email}</strong> made this link for <strong>${email}</strong>. It works once, in this browser.</p>
    ${earlier.length > 0 && html`<h2>Links before this one</h2>${listOf(earlier)}`}
    <form method="post"><button class="full" autofocus>Sign in</button></form>
    <p class="fine">For a day this session makes no token, exports, hands over and deletes nothing.</p>`;
}

/** Which links others made for a person, at a sign-in of their own. */
export function seenBody(links: readonly Shown[], next_path: string): Html {
  return html`
    <h1>Somebody made a way into your account</h1>
    <p>Owners and admins may make a sign-in link where the server sends no mail. If you did not ask for one, ask them why, and sign out everywhere.</p>
    ${listOf(links)}
    <form method="post">
      <input type="hidden" name="next" value="${next_path}">
      <button class="full">I have seen it</button>
    </form>`;
}

function listOf(links: readonly Shown[]): Html {
  return html`<ul>${links.map(
    ({ made_by_email, created_at, used_at }) =>
      html`<li><strong>${made_by_email}</strong>, ${timeOf(created_at)}: ${used_at ? `used ${timeOf(used_at)}` : "not used"}</li>`,
  )}</ul>`;
}

function timeOf(at: Date): Html {
  const clock = at.toISOString().slice(11, 16);
  return html`<time datetime="${at.toISOString()}">${dayOf(at)}, ${clock} UTC</time>`;
}

/** Why a link lets nobody in here. */
export function unusableBody(words: string): Html {
  return html`
    <h1>This link does not sign you in</h1>
    <p>${words}</p>
    <p class="actions"><a class="button full" href="/auth/login">To the sign-in page</a></p>`;
}
