// The link in an invite's mail: the one GET that changes something, as part 2 says (part 5, 5.5).
import { anyone, refuse } from "../../../kernel/mod.ts";
import { operation } from "../../operation.ts";
import { acceptInvite } from "../acceptance.ts";
import { hashToken } from "../invite_link.ts";
import { findInviteByToken } from "../store/invites.ts";
import { closedBecause, type InviteReason, refusalOf } from "../verdict.ts";

export const followInvite = operation({
  id: "invite.accept",
  route: "GET /u/invite/{token}",
  summary: "Joins the workspace of an invite",
  description:
    "For a browser: signed in with the invited address it joins and leads to `/app?invite=joined`; signed out it leads through sign-in and back here; everything else leads to `/app?invite=` with the reason. A caller that asks for `application/json` alone is refused instead: 410 for an invite that expired, was used or revoked, 403 for another account, 402 for a full workspace, 409 for the only owner of another workspace, 404 for an unknown link, 401 for nobody.",
  effect: "write",
  raw: "page",
  status: 302,
  refuses: [401, 402, 403, 409, 410],
  anonymous: true,
  permit: anyone(),
  audit: ["invite.accept", "invite.revoke", "member.join", "member.leave"],
  async run(call, { params }) {
    const { actor, sql, now, request } = call;
    const wantsData = asksForData(request.headers);
    const token_sha256 = hashToken(params.token);
    const invite = await findInviteByToken(sql, token_sha256);
    // A token is for scripts: whom an account belongs to is decided by a person at a browser.
    if (invite && actor?.credential === "session") {
      const { workspace_id } = invite;
      return land(await acceptInvite(call, { workspace_id, token_sha256, user_id: actor.user_id }), wantsData);
    }
    const reason = closedBecause(invite, now);
    if (reason || !invite) return land(reason ?? "unknown", wantsData);
    if (wantsData) throw refuse.unauthenticated("authentication required");
    return found(`/auth/login?${new URLSearchParams({ next: request.url.pathname, email: invite.email })}`);
  },
});

function land(reason: InviteReason, wantsData: boolean): Response {
  if (reason !== "joined" && wantsData) throw refusalOf(reason);
  return found(`/app?invite=${reason}`);
}

function asksForData(headers: Headers): boolean {
  const accept = headers.get("accept") ?? "";
  return accept.includes("application/json") && !accept.includes("text/html");
}

function found(location: string): Response {
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}
