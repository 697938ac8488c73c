// Who is in one group, in pages, for groups that are too long to be read with all the others.
import { nextCursor, paging, ROLES, t } from "../../../kernel/plugin.ts";
import { searchFilter, wordsOf } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { seenGroup } from "../loading.ts";
import { listPeople, PEOPLE } from "../people_store.ts";

export const readPeople = operation({
  id: "group.member.list",
  route: "GET /api/groups/{id}/members",
  summary: "List who is in a group, by address",
  description: "Whole without `limit`. Every filter narrows what the others leave.",
  params: t.Object({ id: t.Id({ description: "The group's id, as list_groups shows it." }) }),
  query: t.Object({
    q: searchFilter("the name or address"),
    role: t.Optional(t.OneOf(ROLES)),
    status: t.Optional(t.OneOf(["active", "disabled"])),
    ...paging({ maximum: 500 }),
  }),
  output: t.Object({
    members: t.Array(
      t.Object({
        id: t.Integer({ description: "The person's user id." }),
        email: t.String(),
        name: t.Nullable(t.String()),
        role: t.OneOf(ROLES),
        disabled: t.Boolean({ description: "The account is switched off." }),
        added_at: t.Instant({ description: "When they came into the group." }),
      }),
    ),
    ...nextCursor,
  }),
  permit: ({ params }) => seenGroup(params.id),
  gate: "groups",
  run: async ({ subject, sql }, { query }) => {
    const { workspace_id, group_id } = subject;
    const { role, status } = query;
    const filters = {
      ...wordsOf(query.q),
      ...(role && { role }),
      ...(status && { disabled: status === "disabled" }),
    };
    const found = await listPeople(sql, { workspace_id, group_id, filters, ...PEOPLE.options(query) });
    const { rows, next } = PEOPLE.page(found, query);
    return {
      members: rows.map(({ user_id, sort_email: _, added_at, ...own }) => ({
        id: user_id,
        ...own,
        added_at: added_at.toISOString(),
      })),
      ...next,
    };
  },
});
