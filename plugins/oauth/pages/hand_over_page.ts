// Goes on to the program by itself,
// and stays readable where the program is an app that no page opens in place of this one.
import { answerPage, html } from "../../../kernel/plugin.ts";
import { nameTarget } from "../redirects.ts";
import type { Client } from "../store/clients.ts";

export function handOverPage(shown: { target: string; client: Client; is_approved: boolean }): Response {
  const { target, client, is_approved } = shown;
  const isSite = nameTarget(target).where === "site";
  const body = html`
    <h1>${is_approved ? html`<bdi>${client.name}</bdi> is connected` : "Nothing was connected"}</h1>
    <p role="status">${is_approved ? "You are being taken back to it." : "You are being taken back to the program."}
    ${!isSite && html` You may close this page then.`}</p>
    <p class="actions"><a class="button full" href="${target}">Go on</a></p>`;
  const title = is_approved ? "Connected" : "Not connected";
  // A page that goes on by itself begins a new way: what the program's address redirects to is its own affair.
  return answerPage({ title, body }, { headers: { refresh: `0; url=${target}`, "referrer-policy": "no-referrer" } });
}
