// Many invites in one request, each with what came of it (rules: members/many_invites).
import { Refusal, t } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { countInvites, inviteAll } from "../invites/inviting.ts";
import { workspaceManager } from "../permits.ts";
import { GroupIds, INVITED_ROLES, Invite, showInvite } from "../schemas.ts";
import { readSeats, seatsLeft } from "../seats.ts";

const INVITES_MAX = manifest.caps.emails_per_request;

const Result = t.Object(
  {
    email: t.String({ description: "As it was sent, without blanks around it." }),
    status: t.OneOf(["invited", "refused"]),
    invite: t.Optional(Invite),
    code: t.Optional(t.String({ description: "Why it was refused, for a program: plan_required for want of a seat." })),
    error: t.Optional(t.String({ description: "Why it was refused." })),
    retry_after: t.Optional(t.Integer({ description: "Seconds after which a throttle lets it through." })),
  },
  { $id: "InviteResult" },
);

export const inviteMany = operation({
  id: "invite.batch",
  route: "POST /api/invites/batch",
  decides: "membership",
  summary: `Invite up to ${INVITES_MAX} people, with a result for each`,
  description:
    "Each is what an invite of its own would be, in the order of the request: while seats are left the first get them, and throttles count each. `results` has an entry for every one that was sent, in that order; of those that are refused nothing is kept.",
  body: t.Object({
    invites: t.Array(
      t.Object({
        email: t.String({ maxLength: 320, description: "an e-mail address such as anna@example.com" }),
        role: t.Optional(t.OneOf(INVITED_ROLES, { default: "member", description: "What the person becomes." })),
        group_ids: t.Optional(GroupIds),
      }),
      { minItems: 1, maxItems: INVITES_MAX, description: `1 to ${INVITES_MAX} invites.` },
    ),
  }),
  output: t.Object({
    results: t.Array(Result),
    invited: t.Integer({ description: "How many were invited." }),
    seats_left: t.Nullable(t.Integer({ description: "Afterwards; null where the plan has no cap." })),
  }),
  permit: workspaceManager(),
  gate: { name: "groups", when: ({ body }) => body.invites.some(({ group_ids = [] }) => group_ids.length > 0) },
  quota: "invite",
  unrepeatable: "the answer holds the links, which are kept nowhere; a second invite is refused as one that waits",
  opens: () => "outsiders",
  audit: ["invite.create", "invite.revoke"],
  prepare: (call, { body }) =>
    countInvites(
      call,
      body.invites.map(({ email }) => email.trim()),
    ),
  run: async (call, { body }, refusals) => {
    const { sql, runtime, now, actor } = call;
    const wanted = body.invites.map(({ email, role = "member", group_ids = [] }, index) => ({
      email: email.trim(),
      role,
      group_ids,
      refusal: refusals[index] ?? null,
    }));
    const outcomes = await inviteAll(call, wanted);
    const results = outcomes.map((outcome, index) => {
      const email = wanted[index]?.email ?? "";
      if (!(outcome instanceof Refusal)) {
        return { email, status: "invited" as const, invite: showInvite(outcome.invite, { now, url: outcome.url }) };
      }
      const { code, message, detail } = outcome;
      const retry_after = detail["retry_after"];
      return {
        email,
        status: "refused" as const,
        code,
        error: message,
        ...(typeof retry_after === "number" && { retry_after }),
      };
    });
    return {
      results,
      invited: results.filter(({ status }) => status === "invited").length,
      seats_left: seatsLeft(await readSeats(runtime, sql, { workspace: actor.workspace, now })),
    };
  },
});
