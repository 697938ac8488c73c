// The link in an invite's mail:
// the one GET that changes something, and the button of its page (rules: requests/gets_change_nothing, members/invites).

import {
  type Actor,
  answerPage,
  anyone,
  findPerson,
  found,
  refuse,
  seeOther,
  t,
  type WriteCall,
} from "../../../kernel/plugin.ts";
import { askNetwork } from "../../../kernel/ports/access.ts";
import { continueSession } from "../../../kernel/ports/auth.ts";
import { operation } from "../../operation.ts";
import { signInPath } from "../../pages.ts";
import { completeSignIn, NameText } from "../../signin/port.ts";
import { hashToken } from "../invites/invite_link.ts";
import { closedBecause, type InviteReason, refusalOf } from "../invites/verdict.ts";
import { acceptInvite } from "../joining/acceptance.ts";
import { arrive, makesAccount } from "../joining/newcomer.ts";
import { arrivePage, joinPage } from "../pages.ts";
import { findInviteByToken } from "../store/invites.ts";

const AUDIT = ["invite.accept", "invite.revoke", "member.join", "member.leave", "login.ok", "account.create"] as const;

export const followInvite = operation({
  id: "invite.accept",
  route: "GET /u/invite/{token}",
  decides: "membership",
  summary: "Joins the workspace of an invite",
  description:
    "For a browser: signed in with the invited address, an account that leaves nothing behind joins and is led to `/app?invite=joined`; one with documents, tokens, connected programs or colleagues sees who invites to what, what comes along and what stays, with a button; signed out it leads through sign-in and back here, or, where it was made while no mail was set up, to a page whose button makes the account of its address; everything else leads to `/app?invite=` with the reason. A caller that asks for `application/json` alone is refused instead: 410 for an invite that expired, was used or revoked, 403 for another account, 402 for a full workspace, 409 for the only owner of another workspace and for an account with something to leave, 423 for one whose documents are under legal hold, 404 for an unknown link, 401 for nobody.",
  effect: "write",
  raw: "page",
  status: 302,
  also: [200],
  refuses: [401, 402, 403, 409, 410, 423],
  anonymous: true,
  permit: anyone(),
  opens: () => "outsiders",
  audit: AUDIT,
  // What they are writing at this moment moves along.
  alone: true,
  run: (call, { params }) => visit(call, { token: params.token, is_decided: false, name: null, redirect: found }),
});

export const joinByInvite = operation({
  id: "invite.accept.decide",
  // Under /auth, where a form from another origin is refused.
  route: "POST /auth/invite/{token}",
  decides: "membership",
  summary: "Joins the workspace of an invite and leaves the present one",
  description:
    "The button of the invite's page. It answers as the link does, and asks nothing more. Of a link that was made while no mail was set up it makes the account of an address that has none, and signs in.",
  form: t.Object({ name: t.Optional(NameText) }),
  raw: "page",
  status: 302,
  also: [303],
  refuses: [401, 402, 403, 404, 409, 410, 423],
  anonymous: true,
  permit: anyone(),
  quota: "login",
  opens: () => "outsiders",
  audit: AUDIT,
  // What they are writing at this moment moves along.
  alone: true,
  run: (call, { params, form }) =>
    visit(call, { token: params.token, is_decided: true, name: form.name?.trim() || null, redirect: seeOther }),
});

interface Visit {
  token: string;
  /** The person has seen what they leave. */
  is_decided: boolean;
  /** Of somebody whose account it makes. */
  name: string | null;
  redirect(location: string): Response;
}

async function visit(call: WriteCall<unknown, true>, { token, is_decided, name, redirect }: Visit): Promise<Response> {
  const { actor, sql, now, request, runtime } = call;
  const wantsData = asksForData(request.headers);
  const land = (reason: InviteReason) => {
    if (reason !== "joined" && wantsData) throw refusalOf(reason);
    return redirect(`/app?invite=${reason}`);
  };
  const token_sha256 = hashToken(token);
  const invite = await findInviteByToken(sql, token_sha256);
  // A token is for scripts: whom an account belongs to is decided by a person at a browser.
  if (invite && actor?.credential === "session") {
    if (isFetchedAhead(request.headers)) throw refuse.unavailable("this link is not fetched ahead; open it");
    if (request.method === "HEAD") return new Response(null, { headers: { "cache-control": "no-store" } });
    // Whoever joins takes what is theirs out of the workspace that they are in.
    await askNetwork(runtime, { actor, request, now });
    const options = { workspace_id: invite.workspace_id, token_sha256, user_id: actor.user_id, is_decided };
    const became = await acceptInvite(call, options);
    if (became === "joined") await keepSession(call, actor);
    if (typeof became === "string") return land(became);
    if (wantsData) throw refuseUndecided(became.person.workspace.name);
    return answerPage(joinPage(became, { token, request }));
  }
  const reason = closedBecause(invite, now);
  if (reason || !invite) return land(reason ?? "unknown");
  if (wantsData) throw refuse.unauthenticated("authentication required");
  if (is_decided) {
    const arrived = await arrive(call, { invite, token_sha256, name });
    if (typeof arrived === "object") {
      const { person } = arrived;
      const next_path = "/app?invite=joined";
      return completeSignIn(call, { person, method: "invite", next_path, is_new: true, proves_address: false });
    }
    if (arrived !== "sign_in") return land(arrived);
  } else if (await makesAccount(call, invite)) return answerPage(arrivePage(invite, { token, request }));
  const next = `/u/invite/${encodeURIComponent(token)}`;
  return redirect(signInPath(next, { email: invite.email }));
}

/** Joining ends what an account with an unproven address was given, and whoever joins stays signed in here. */
async function keepSession({ sql, runtime, reply, now }: WriteCall<unknown, true>, actor: Actor): Promise<void> {
  const person = await findPerson(sql, actor.user_id);
  if (!person || person.epoch === actor.epoch) return;
  reply.headers.append("set-cookie", continueSession(runtime.signer, { actor, epoch: person.epoch }, now));
}

function refuseUndecided(workspace: string): Error {
  return refuse.conflict(
    `your account would leave "${workspace}" and take along what is yours; open the link in a browser to see what, and decide there`,
  );
}

/** A browser that guesses where its person goes next would join for them (Fetch, "sec-purpose"). */
function isFetchedAhead(headers: Headers): boolean {
  return /^prefetch/.test(headers.get("sec-purpose") ?? headers.get("x-moz") ?? "");
}

function asksForData(headers: Headers): boolean {
  const accept = headers.get("accept") ?? "";
  return accept.includes("application/json") && !accept.includes("text/html");
}
