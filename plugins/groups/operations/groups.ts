// The operations on groups themselves (rules: members/groups).

import { isManager, nextCursor, paging, refuse, signedIn, t } from "../../../kernel/plugin.ts";
import { createGroup, renameGroup } from "../../../kernel/ports/auth.ts";
import {
  countPendingByGroup,
  listPendingOfGroup,
  searchFilter,
  wordsOf,
  workspaceManager,
} from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { dissolveGroup } from "../ending.ts";
import { answerGroup, managedGroup, openGroup, openGroupToEnd } from "../loading.ts";
import { groupGrantsHook } from "../port.ts";
import { Group, GroupDescription, GroupDetail, GroupHandle, GroupName, showGroup } from "../schemas.ts";
import { slugsFor } from "../slugs.ts";
import { GROUPS, listChanges, listGroups } from "../store.ts";

const CHANGES_SHOWN = 20;
const groupId = { id: t.Id({ description: "The group's id, as list_groups shows it." }) };

export const readGroups = operation({
  id: "group.list",
  route: "GET /api/groups",
  tool: { name: "list_groups", wording: "List the groups of the workspace and who is in them.", idempotent: true },
  summary: "List the groups of the workspace",
  description: "Whole without `limit`. Every filter narrows what the others leave.",
  query: t.Object({
    q: searchFilter("the name or handle"),
    source: t.Optional(t.String({ maxLength: 100, description: "Who keeps it.", examples: ["native", "scim"] })),
    user_id: t.Optional(t.Id({ description: "Only groups that this member is in." })),
    ...paging({ maximum: 500 }),
  }),
  output: t.Object({ groups: t.Array(Group), ...nextCursor, can_manage: t.Boolean() }),
  permit: signedIn(),
  gate: "groups",
  run: async ({ actor, sql, now }, { query }) => {
    const workspace_id = actor.workspace.id;
    const { source, user_id } = query;
    const filters = { ...wordsOf(query.q), ...(source && { source }), ...(user_id && { user_id }) };
    const [found, waiting] = await Promise.all([
      listGroups(sql, { workspace_id, filters, ...GROUPS.options(query) }),
      countPendingByGroup(sql, { workspace_id, now }),
    ]);
    const { rows, next } = GROUPS.page(found, query);
    return {
      groups: rows.map((group) => showGroup(group, waiting.get(group.group_id) ?? 0)),
      ...next,
      can_manage: isManager(actor),
    };
  },
});

export const readGroup = operation({
  id: "group.get",
  route: "GET /api/groups/{id}",
  tool: {
    name: "get_group",
    wording: "Show one group with its people, its pending invitations and what it was given.",
    gives: ["id", "name", "slug", "source", "members", "pending", "grants"],
    idempotent: true,
  },
  summary: "Show one group",
  params: t.Object(groupId),
  output: GroupDetail,
  permit: ({ params }) => managedGroup(params.id),
  gate: "groups",
  run: async ({ subject, actor, sql, callHook, now }) => {
    const by = { workspace_id: actor.workspace.id, group_id: subject.group_id };
    const [pending, changes, grants] = await Promise.all([
      listPendingOfGroup(sql, { ...by, now }),
      listChanges(sql, { ...by, limit: CHANGES_SHOWN }),
      callHook(groupGrantsHook, { sql, actor, group_id: subject.group_id }),
    ]);
    return {
      ...showGroup(subject, pending.length),
      pending: pending.map((invite) => ({
        ...invite,
        created_at: invite.created_at.toISOString(),
        expires_at: invite.expires_at.toISOString(),
      })),
      recent_changes: changes.map((change) => ({ ...change, created_at: change.created_at.toISOString() })),
      grants: grants.flat(),
    };
  },
});

export const makeGroup = operation({
  id: "group.create",
  route: "POST /api/groups",
  tool: {
    name: "create_group",
    wording: "Make a group of people to give access to.",
    gives: ["id", "name", "slug", "description"],
  },
  summary: "Make a group",
  description: "Its handle is the one you choose, or made from the name, and stays through every later name.",
  body: t.Object({
    name: GroupName,
    handle: t.Optional(GroupHandle),
    description: t.Optional(GroupDescription),
  }),
  elsewhere: Object.fromEntries(
    ["members", "emails"].map((name) => [
      name,
      { hint: "say who is in it with PUT /api/groups/{id}/members", holds: () => [] },
    ]),
  ),
  output: Group,
  status: 201,
  permit: workspaceManager(),
  gate: "groups",
  publishes: () => "workspace",
  audit: "group.create",
  refuses: [409],
  run: async (call, { body }) => {
    const { sql, actor, now, note } = call;
    const name = body.name.trim();
    const description = body.description ?? "";
    const own = { workspace_id: actor.workspace.id, name, description, source: "native", now };
    for (const slug of body.handle === undefined ? slugsFor(name) : [body.handle]) {
      const group_id = await createGroup(sql, { ...own, slug });
      if (group_id === null) continue;
      note("group.create", { target_type: "group", target_id: group_id, meta: { name, slug } });
      return answerGroup(call, group_id);
    }
    const [made] = slugsFor(name);
    const slug = body.handle ?? made;
    const choice = body.handle === undefined ? "another name, or a handle of its own" : "another handle";
    throw refuse.conflict(`there is already a group with the handle "${slug}"; choose ${choice}`, {
      code: "already_exists",
      slug,
    });
  },
});

export const changeGroup = operation({
  id: "group.update",
  route: "PATCH /api/groups/{id}",
  tool: {
    name: "rename_group",
    wording: "Change a group's name or description; its handle and access stay.",
    gives: ["id", "name", "slug", "description"],
  },
  summary: "Rename or describe a group",
  params: t.Object(groupId),
  body: t.Object({ name: t.Optional(GroupName), description: t.Optional(t.Nullable(GroupDescription)) }),
  output: Group,
  rules: ({ body }) => {
    if (body.name === undefined && body.description === undefined) {
      throw refuse.invalid("nothing to change: send name or description");
    }
  },
  permit: ({ params }) => managedGroup(params.id),
  gate: "groups",
  publishes: () => "workspace",
  audit: "group.update",
  refuses: [409],
  run: async (call, { params, body }) => {
    const group = await openGroup(call, params.id);
    const name = body.name?.trim() ?? group.name;
    const description = body.description === undefined ? group.description : (body.description ?? "");
    if (name !== group.name || description !== group.description) {
      await renameGroup(call.sql, { ...group, name, description });
      const meta = { name, previous_name: group.name, description };
      call.note("group.update", { target_type: "group", target_id: group.group_id, meta });
    }
    return answerGroup(call, group.group_id);
  },
});

export const endGroup = operation({
  id: "group.delete",
  route: "DELETE /api/groups/{id}",
  tool: { name: "delete_group", wording: "Delete a group and all access that was given to it.", destructive: true },
  summary: "Delete a group",
  description:
    "Grants that name the group are removed. Works on every plan, since it only takes access away. One that follows a directory is followed no more; one that a provider keeps by SCIM ends there, while the workspace has a SCIM token.",
  params: t.Object(groupId),
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true) }),
  permit: ({ params }) => managedGroup(params.id),
  // Its grants go too, and a workspace document that has none left is for everybody again.
  opens: () => "workspace",
  audit: "group.delete",
  refuses: [409],
  run: async (call, { params }) => {
    const group = await openGroupToEnd(call, params.id);
    await dissolveGroup(call, group);
    return { id: group.group_id, deleted: true as const };
  },
});
