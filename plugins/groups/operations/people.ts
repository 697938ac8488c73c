// Who is in a group: one address at a time, or up to a hundred at once, all or none.

import { type Call, refuse, t, type WriteCall } from "../../../kernel/plugin.ts";
import { addToGroup, type GroupRow, removeFromGroup } from "../../../kernel/ports/auth.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { answerGroup, managedGroup, openGroup } from "../loading.ts";
import { Group } from "../schemas.ts";
import { findInGroup, type GroupPerson, holdPeople } from "../store.ts";

const EMAILS_MAX = manifest.caps.emails_per_request;
const groupId = { id: t.Id({ description: "The group's id, as list_groups shows it." }) };

export const addMember = operation({
  id: "group.member.add",
  route: "POST /api/groups/{id}/members",
  summary: "Put a member of the workspace into a group",
  params: t.Object(groupId),
  body: t.Object({ email: t.Email() }),
  output: Group,
  status: 201,
  permit: ({ params }) => managedGroup(params.id),
  gate: "groups",
  opens: () => "restricted",
  audit: "group.member_add",
  refuses: [409],
  run: async (call, { params, body }) => {
    const group = await openGroup(call, params.id);
    await putIn(call, group, await demandPeople(call, [body.email]));
    return answerGroup(call, group.group_id);
  },
});

export const removeMember = operation({
  id: "group.member.remove",
  route: "DELETE /api/groups/{id}/members",
  summary: "Take somebody out of a group",
  description: "What the group opened to them is closed from their next request. Works on every plan.",
  params: t.Object(groupId),
  query: t.Object({ email: t.Email() }),
  output: Group,
  permit: ({ params }) => managedGroup(params.id),
  opens: null,
  audit: "group.member_remove",
  refuses: [409],
  run: async (call, { params, query }) => {
    const group = await openGroup(call, params.id);
    const person = await findInGroup(call.sql, { ...group, email: query.email });
    if (!person) throw refuse.notFound(`${query.email} is not in this group`);
    await takeOut(call, group, [person]);
    return answerGroup(call, group.group_id);
  },
});

export const changeMembers = operation({
  id: "group.members",
  route: "PUT /api/groups/{id}/members",
  tools: [
    {
      name: "add_group_members",
      wording: "Put members of the workspace into a group, all of them or none.",
      takes: ["id", "emails"],
      fixed: { present: true },
      gives: ["id", "name", "slug", "member_count"],
      idempotent: true,
    },
    {
      name: "remove_group_members",
      wording: "Take people out of a group, all of them or none.",
      takes: ["id", "emails"],
      fixed: { present: false },
      gives: ["id", "name", "slug", "member_count"],
      idempotent: true,
    },
  ],
  summary: "Put many people into a group, or take them out, at once",
  description: "Every address must be an active member of the workspace, or nothing changes.",
  params: t.Object(groupId),
  body: t.Object({
    emails: t.Array(t.Email(), { minItems: 1, maxItems: EMAILS_MAX, description: "1 to 100 addresses." }),
    present: t.Boolean({ description: "True puts them in, false takes them out." }),
  }),
  output: Group,
  permit: ({ params }) => managedGroup(params.id),
  gate: { name: "groups", when: ({ body }) => body.present },
  opens: () => "restricted",
  audit: ["group.member_add", "group.member_remove"],
  refuses: [409],
  run: async (call, { params, body }) => {
    const group = await openGroup(call, params.id);
    const people = await demandPeople(call, body.emails);
    await (body.present ? putIn : takeOut)(call, group, people);
    return answerGroup(call, group.group_id);
  },
});

/** Throws 404 naming the addresses that no active member of the workspace has. */
async function demandPeople({ sql, actor }: Call<unknown>, emails: readonly string[]): Promise<GroupPerson[]> {
  const people = await holdPeople(sql, { workspace_id: actor.workspace.id, emails });
  const known = new Set(people.map((person) => person.email.toLowerCase()));
  const missing = emails.filter((email) => !known.has(email.toLowerCase()));
  if (missing.length > 0) {
    throw refuse.notFound(
      `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not a member of this workspace`,
    );
  }
  return people;
}

async function putIn(call: WriteCall<unknown>, group: GroupRow, people: readonly GroupPerson[]): Promise<void> {
  const user_ids = people.map((person) => person.user_id);
  const added = await addToGroup(call.sql, { group, user_ids, now: call.now });
  noteChange(call, { action: "group.member_add", group, people: people.filter(isOneOf(added)) });
}

async function takeOut(call: WriteCall<unknown>, group: GroupRow, people: readonly GroupPerson[]): Promise<void> {
  const user_ids = people.map((person) => person.user_id);
  const removed = await removeFromGroup(call.sql, { group, user_ids });
  noteChange(call, { action: "group.member_remove", group, people: people.filter(isOneOf(removed)) });
}

function isOneOf(userIds: readonly number[]): (person: GroupPerson) => boolean {
  const known = new Set(userIds);
  return ({ user_id }) => known.has(user_id);
}

interface Change {
  action: "group.member_add" | "group.member_remove";
  group: GroupRow;
  people: readonly GroupPerson[];
}

function noteChange(call: WriteCall<unknown>, { action, group, people }: Change): void {
  if (people.length === 0) return;
  const meta = { user_ids: people.map((person) => person.user_id), emails: people.map((person) => person.email) };
  call.note(action, { target_type: "group", target_id: group.group_id, meta: { name: group.name, ...meta } });
}
