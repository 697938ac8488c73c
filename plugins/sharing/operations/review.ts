// The page behind the link in a manager's mail:
// GET shows, POST decides, since mail scanners open links (rules: requests/gets_change_nothing, sharing/approving).
import {
  type Actor,
  answerPage,
  type Call,
  findPerson,
  refuse,
  seeOther,
  signedIn,
  t,
} from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { pageForm, START_PATH, signedInPage, signInFor } from "../../pages.ts";
import { DECISIONS, decide, findDecidable } from "../requests/decide.ts";
import { reviewPage } from "../requests/pages.ts";
import { readTicket } from "../requests/ticket.ts";

export const showReview = operation({
  id: "access_request.review.show",
  route: "GET /auth/access-request/{ticket}",
  summary: "The page on which a manager looks at a request for access",
  description: "For whom the mail went to, signed in, while they may share the document. Changes nothing.",
  ...signedInPage,
  permit: signedIn(),
  refuses: [404, 410],
  async run(call, { params }) {
    const asked = openTicket(call, params.ticket);
    const review = await findDecidable(call.sql, { ...asked, now: call.now });
    if (!review) throw refuseReview();
    const asker = await findPerson(call.sql, review.request.user_id);
    return answerPage(reviewPage({ found: review, asker, now: call.now }));
  },
});

export const sendReview = operation({
  id: "access_request.review",
  route: "POST /auth/access-request/{ticket}",
  summary: "Decides on a request for access from its mail",
  description: "The right to share the document, the membership of both and the network rule are looked at again.",
  form: t.Object({ decision: t.OneOf(DECISIONS, { description: "What becomes of the request." }) }),
  ...pageForm,
  signed_out: ({ url }) => seeOther(signInFor(url)),
  permit: signedIn(),
  refuses: [404, 410],
  opens: () => "restricted",
  audit: ["access.decide", "access.grant"],
  async run(call, { params, form }) {
    const asked = openTicket(call, params.ticket);
    if (!(await findDecidable(call.sql, { ...asked, now: call.now }))) throw refuseReview();
    await decide(call, { ...asked, decision: form.decision });
    return seeOther(call.request.url.pathname);
  },
});

/** Who decides on what. Throws 410 for a link that is over and 403 for another's. */
function openTicket({ actor, runtime, now }: Call<unknown, false>, text: string): { actor: Actor; request_id: number } {
  const ticket = readTicket(runtime, text, now);
  if (!ticket) throw refuse.gone(`this link is over; what waits for you is at ${runtime.config.base_url}${START_PATH}`);
  if (actor.user_id !== ticket.user_id) {
    throw refuse.forbidden(`this link was sent to somebody else; you are signed in as ${actor.email}`);
  }
  return { actor, request_id: ticket.request_id };
}

function refuseReview(): Error {
  return refuse.notFound(
    "there is nothing to decide here for you: the request is gone, or you do not manage the document any more",
  );
}
