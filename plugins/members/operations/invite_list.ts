// The list of open invites: whole, in pages, or those that somebody looks for (rules: members/roles).
import { nextCursor, paging, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { demandGroupOf, groupFilter, searchFilter, wordsOf } from "../filters.ts";
import { workspaceManager } from "../permits.ts";
import { INVITED_ROLES, Invite, showInvite } from "../schemas.ts";
import { readSeats } from "../seats.ts";
import { DELIVERY_STATUSES, INVITES, listOpenInvites } from "../store/invites.ts";

const STATUSES = ["open", "expired", "all"] as const;

export const readInvites = operation({
  id: "invite.list",
  route: "GET /api/invites",
  tool: {
    name: "list_invites",
    wording: "List the open invites of the workspace.",
    gives: ["invites", "next_cursor"],
    idempotent: true,
  },
  summary: "List the open invites, the newest first",
  description:
    "Whole without `limit`. One whose link has ended is no open one: `status=expired` lists those, until they are sent again or revoked. Every filter narrows what the others leave.",
  query: t.Object({
    q: searchFilter("the address"),
    role: t.Optional(t.OneOf(INVITED_ROLES, { description: "The role that it gives." })),
    status: t.Optional(
      t.OneOf(STATUSES, {
        default: "open",
        description: "Whether the link still works; without it, those where it does.",
      }),
    ),
    delivery_status: t.Optional(t.OneOf(DELIVERY_STATUSES, { description: "How the mail fares." })),
    group: groupFilter,
    ...paging({ maximum: 500 }),
  }),
  output: t.Object({
    invites: t.Array(Invite),
    ...nextCursor,
    member_cap: t.Nullable(t.Integer()),
    members: t.Integer({ description: "Members whose account is not switched off." }),
  }),
  permit: workspaceManager(),
  gate: { name: "groups", when: ({ query }) => query.group !== undefined },
  refuses: [404],
  run: async (call, { query }) => {
    const { actor, sql, runtime, now } = call;
    const { workspace } = actor;
    const { role, status = "open", delivery_status } = query;
    const filters = {
      ...wordsOf(query.q),
      ...(role && { role }),
      ...(status !== "all" && { expired: { is: status === "expired", now } }),
      ...(delivery_status && { delivery_status }),
      ...(await demandGroupOf(call, query.group)),
    };
    const [found, seats] = await Promise.all([
      listOpenInvites(sql, { workspace_id: workspace.id, filters, ...INVITES.options(query) }),
      readSeats(runtime, sql, { workspace, now }),
    ]);
    const { rows, next } = INVITES.page(found, query);
    const invites = rows.map((row) => showInvite(row, { now }));
    return { invites, ...next, member_cap: seats.cap, members: seats.members };
  },
});
