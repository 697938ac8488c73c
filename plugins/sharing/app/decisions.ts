// Requests for access among what waits for somebody's decision, each with its buttons.
import { html } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import type { Decision } from "../../app/port/decisions.ts";
import { buttonFor } from "../../app/port/form.ts";
import { documentPath } from "../../app/port/paths.ts";
import { decideRequest } from "../operations/requests.ts";
import { readWaiting } from "../operations/waiting.ts";
import { shareWords } from "./words.ts";

const SHOWN_MAX = 20;

export async function requestsToDecide(call: Asking): Promise<Decision[]> {
  const words = shareWords(call);
  const { requests } = await ask(call, readWaiting, { query: { limit: SHOWN_MAX } });
  return requests.map(({ id, doc_id, title, requester, message, created_at }) => {
    const who = requester.name ?? requester.email;
    const decide = (decision: "approve" | "deny", of: { button: string; name: string; kind: string; done: string }) =>
      buttonFor(call, decideRequest, { fixed: { request_id: id, decision }, ...of });
    return {
      key: `access_request:${id}`,
      who,
      title: words.asks_to_read(who, title),
      href: `${documentPath(doc_id, "share")}#requests`,
      said: message === "" ? null : message,
      at: created_at,
      acts: html`${decide("approve", { button: words.let_in, name: words.let_in_named(who), kind: "btn small primary", done: words.was_let_in(who) })}${decide("deny", { button: words.refuse, name: words.refuse_named(who), kind: "btn small", done: words.was_refused(who) })}`,
    };
  });
}
