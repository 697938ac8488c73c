// The list of members: whole, in pages, or who of them somebody looks for (rules: members/one_workspace).
import { type Actor, type Call, nextCursor, paging, ROLES, readInstant, signedIn, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { demandGroupOf, groupFilter, searchFilter, wordsOf } from "../filters.ts";
import { memberMarksHook } from "../port.ts";
import { Member } from "../schemas.ts";
import { readSeats, seatsLeft } from "../seats.ts";
import { type ListedMember, listMembers, type MarkQueries, MEMBERS } from "../store/members.ts";

export const readMembers = operation({
  id: "member.list",
  route: "GET /api/members",
  planned_each_time: true,
  tool: {
    name: "list_members",
    wording: "List the people of the workspace with their roles, and how many seats are left.",
    idempotent: true,
  },
  summary: "List the members of the workspace and its seats",
  description: "Whole without `limit`. Every filter narrows what the others leave.",
  query: t.Object({
    q: searchFilter("the name or address"),
    role: t.Optional(t.OneOf(ROLES, { description: "Their role." })),
    status: t.Optional(t.OneOf(["active", "disabled"], { description: "Whether the account is switched off." })),
    sso: t.Optional(t.Boolean({ description: "Whether they sign in through the workspace's provider." })),
    scim: t.Optional(t.Boolean({ description: "Whether SCIM keeps their account." })),
    group: groupFilter,
    last_sign_in_before: t.Optional(
      t.String({
        maxLength: 40,
        description: "A time or a day in UTC: who has not signed in since.",
        examples: ["2026-03-01"],
      }),
    ),
    ...paging({ maximum: 500 }),
  }),
  output: t.Object({
    members: t.Array(Member),
    ...nextCursor,
    me: t.Object({ id: t.Integer(), email: t.String(), role: t.OneOf(ROLES) }),
    workspace: t.Object({
      id: t.Integer(),
      slug: t.String(),
      name: t.String(),
      plan: t.String(),
      member_cap: t.Nullable(t.Integer({ description: "Seats of the plan; null for no cap." })),
      pending_invites: t.Integer({ description: "Invites whose link works; each holds a seat." }),
      seats_left: t.Nullable(t.Integer()),
    }),
  }),
  rules: ({ query }) => void readSince(query.last_sign_in_before),
  permit: signedIn(),
  gate: { name: "groups", when: ({ query }) => query.group !== undefined },
  refuses: [404],
  run: async (call, { query }) => {
    const { actor, sql, runtime, now } = call;
    const { id, slug, name, plan } = actor.workspace;
    const group = await demandGroupOf(call, query.group);
    const { role, status, sso, scim, last_sign_in_before } = query;
    const filters = {
      ...wordsOf(query.q),
      ...(role && { role }),
      ...(status && { disabled: status === "disabled" }),
      ...(sso !== undefined && { sso }),
      ...(scim !== undefined && { scim }),
      ...group,
      ...readSince(last_sign_in_before),
    };
    const [found, seats] = await Promise.all([
      listMembers(sql, { workspace_id: id, filters, marks: await askMarks(call), ...MEMBERS.options(query) }),
      readSeats(runtime, sql, { workspace: actor.workspace, now }),
    ]);
    const { rows, next } = MEMBERS.page(found, query);
    return {
      members: rows.map((row) => showMember(row, { me: actor.user_id })),
      ...next,
      me: { id: actor.user_id, email: actor.email, role: actor.role },
      workspace: {
        ...{ id, slug, name, plan },
        member_cap: seats.cap,
        pending_invites: seats.pending,
        seats_left: seatsLeft(seats),
      },
    };
  },
});

/** A member as they stand now, for the answer. */
export async function answerMember(call: Call<Actor>, user_id: number) {
  const { actor, sql } = call;
  const by = { workspace_id: actor.workspace.id, filters: { user_id }, marks: await askMarks(call) };
  const [row] = await listMembers(sql, by);
  if (!row) throw new Error("a member who was just held is gone");
  return showMember(row, { me: actor.user_id });
}

function readSince(text: string | undefined): { last_sign_in_before?: Date } {
  return text ? { last_sign_in_before: readInstant(text, { name: "last_sign_in_before" }) } : {};
}

async function askMarks({ callHook, sql, actor }: Call<Actor>): Promise<MarkQueries> {
  const answers = await callHook(memberMarksHook, { sql, workspace_id: actor.workspace.id });
  const of = (mark: string) => answers.filter((one) => one.mark === mark).map((one) => one.user_ids);
  return { sso: of("sso"), scim: of("scim") };
}

function showMember({ user_id, joined, last_sign_in, ...own }: ListedMember, { me }: { me: number }) {
  return {
    id: user_id,
    ...own,
    joined: joined.toISOString(),
    last_sign_in: last_sign_in?.toISOString() ?? null,
    is_me: user_id === me,
  };
}
