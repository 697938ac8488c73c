// What somebody sees whom an invite's link has led to the app without being signed in.
import { type Html, html } from "../../kernel/plugin.ts";
import { signInPath } from "../pages.ts";

export function inviteBody(invite: string): Html {
  return html`
    <h1>Your invite</h1>
    <p>${sentenceOf(invite)}</p>
    <p class="actions"><a class="button full" href="${signInPath("/app")}">Sign in</a></p>`;
}

export function sentenceOf(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
