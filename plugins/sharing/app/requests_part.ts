// Who asks to be let in, decided in place.
import { type Html, html, type Static } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { face } from "../../app/port/face.ts";
import { buttonFor } from "../../app/port/form.ts";
import { when } from "../../app/port/when.ts";
import { decideRequest } from "../operations/requests.ts";
import type { AccessRequest } from "../schemas.ts";
import { shareWords } from "./words.ts";

/** Null where nobody waits. */
export function requestsPart(call: Asking, requests: readonly Static<typeof AccessRequest>[]): Html | null {
  const waiting = requests.filter(({ status }) => status === "pending");
  if (waiting.length === 0) return null;
  return html`<div id="requests" class="stack tight">${waiting.map((request) => oneRequest(call, request))}</div>`;
}

function oneRequest(call: Asking, { id, requester, message, created_at }: Static<typeof AccessRequest>): Html {
  const words = shareWords(call);
  const who = requester.name ?? requester.email;
  const decide = (decision: "approve" | "deny", of: { button: string; name: string; kind: string; done: string }) =>
    buttonFor(call, decideRequest, { fixed: { request_id: id, decision }, ...of });
  return html`<section class="note warn" aria-label="${words.asks(who)}">${face(who)}<div><p><strong dir="auto">${words.asks(who)}</strong></p>${requester.name !== null && html`<p class="fine">${requester.email}</p>`}${message !== "" && html`<p class="soft" dir="auto">“${message}”</p>`}<p class="fine">${when(call, created_at)}</p></div><div class="line">${decide("approve", { button: words.let_in, name: words.let_in_named(who), kind: "btn small primary", done: words.was_let_in(who) })}${decide("deny", { button: words.refuse, name: words.refuse_named(who), kind: "btn small", done: words.was_refused(who) })}</div></section>`;
}
