// Signs somebody else out everywhere, as when a laptop is lost (rules: signin/signing_out).

import { endSessions, t } from "../../../kernel/plugin.ts";
import { clearSession, countLiveTokens, revokeTokensOf } from "../../../kernel/ports/auth.ts";
import { demandMember, openTeam } from "../../members/port.ts";
import { endGrantsOf, listGrants } from "../../oauth/port.ts";
import { operation } from "../../operation.ts";
import { dropTickets } from "../../uploads/port.ts";
import { demandMayEnd, signedInManager } from "../owning.ts";

export const signOutMember = operation({
  id: "member.sign_out",
  route: "POST /api/members/{user_id}/sign-out",
  decides: "sign-in",
  summary: "Signs a member out of every browser",
  description:
    "For owners and admins, signed in; an owner is signed out by owners. Every session of the person ends at once, on the content host too. Tokens and connections stay unless `tokens` says otherwise. The person can sign in again: to keep them out, remove them.",
  params: t.Object({ user_id: t.Id({ description: "The member's id, as list_members shows it." }) }),
  body: t.Object({
    tokens: t.Optional(
      t.Boolean({
        default: false,
        description: "True ends their tokens, connected programs and upload tickets, too.",
      }),
    ),
  }),
  output: t.Object({
    signed_out: t.Integer({ description: "The person's user id." }),
    tokens: t.Integer({ description: "How many live tokens of theirs ended." }),
    connections: t.Integer({ description: "How many connected programs of theirs ended." }),
  }),
  permit: () => signedInManager("sign others out"),
  opens: null,
  audit: {
    "member.sign_out": {
      says: { en: "signed {on} out everywhere", de: "hat {on} überall abgemeldet" },
      since: "2026-11-23",
      on: ["user"],
      meta: { connections: "integer", email: "string", tokens: "integer" },
    },
  },
  refuses: [404],
  run: async (call, { params, body }) => {
    const { sql, actor, now, note, reply } = call;
    const { me } = await openTeam(call, "manager");
    const { user_id, email, role } = await demandMember(call, params.user_id);
    await demandMayEnd({ sql, actor: { ...actor, role: me.role } }, { user_id, role });
    const by = { workspace_id: actor.workspace.id, user_id, now };
    const ended = { tokens: 0, connections: 0 };
    if (body.tokens) {
      ended.tokens = await countLiveTokens(sql, by);
      ended.connections = (await listGrants(sql, by)).length;
      await endGrantsOf(sql, by);
      await revokeTokensOf(sql, by);
      await dropTickets(sql, user_id);
    }
    await endSessions(sql, user_id);
    note("member.sign_out", { target_type: "user", target_id: user_id, meta: { email, ...ended } });
    if (user_id === actor.user_id) reply.headers.append("set-cookie", clearSession());
    return { signed_out: user_id, ...ended };
  },
});
