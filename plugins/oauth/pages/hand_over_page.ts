// Goes on to the program by itself,
// and stays readable where the program is an app that no page opens in place of this one.
import { answerPage, html, type RequestFacts } from "../../../kernel/plugin.ts";
import { nameTarget } from "../redirects.ts";
import type { Client } from "../store/clients.ts";
import { consentWords } from "./consent_words.ts";

export function handOverPage(shown: {
  target: string;
  client: Client;
  is_approved: boolean;
  request: RequestFacts;
}): Response {
  const { target, client, is_approved, request } = shown;
  const words = consentWords({ request });
  const isSite = nameTarget(target).where === "site";
  const body = html`
    <h1>${is_approved ? words.is_connected(client.name) : words.not_connected}</h1>
    <p role="status">${is_approved ? words.taken_to_it : words.taken_to_program}
    ${!isSite && html` ${words.may_close}`}</p>
    <p class="actions"><a class="button full" href="${target}">${words.go_on}</a></p>`;
  const title = is_approved ? words.connected_title : words.not_connected_title;
  // A page that goes on by itself begins a new way: what the program's address redirects to is its own affair.
  return answerPage(
    { title, body, reader: request },
    { headers: { refresh: `0; url=${target}`, "referrer-policy": "no-referrer" } },
  );
}
