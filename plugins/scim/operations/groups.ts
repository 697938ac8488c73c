// Groups that an identity provider keeps; in grants they are as any other (RFC 7644, 3; rules: provisioning/groups).
import { refuse, type Sql, t } from "../../../kernel/plugin.ts";
import { renameGroup } from "../../../kernel/ports/auth.ts";
import { dissolveGroup, insertKeptGroup } from "../../groups/port.ts";
import { capOf, operation } from "../../operation.ts";
import type { ScimCall } from "../accounts.ts";
import { refuseTwin } from "../conflicts.ts";
import { changeMembership } from "../membership.ts";
import { paged } from "../paging.ts";
import { readGroupFilter } from "../protocol/filter.ts";
import { describeOperations, type GroupChange, readGroupPatch, readOperations } from "../protocol/patch.ts";
import { isSelected, project, type Selection } from "../protocol/projection.ts";
import { readDisplayName, readExternalId, readMembers } from "../protocol/values.ts";
import { SURFACE } from "../provisioner.ts";
import { Group, GroupBody, GroupList, listing, Patch, selection } from "../schemas.ts";
import { describeRequest } from "../seen.ts";
import { locationOf, showGroup } from "../showing.ts";
import {
  countGroups,
  findGroup,
  type GroupMember,
  keepGroup,
  listGroups,
  listMembersOf,
  lockName,
  type ScimGroupRow,
  SOURCE,
} from "../store/groups.ts";

const GROUP_ACTIONS = ["group.create", "group.update", "group.member_add", "group.member_remove"] as const;
const query = t.Object(selection);

export const readGroups = operation({
  ...SURFACE,
  id: "scim.group.list",
  route: "GET /scim/v2/Groups",
  planned_each_time: true,
  summary: "List the provider's groups",
  description:
    "Filters take one term: displayName or externalId with eq, ne, co, sw, ew and pr, without regard to case. A page ends early where its groups have very many members together; go on from the index behind it, or leave members out with excludedAttributes.",
  query: t.Object(listing('displayName eq "Design"')),
  output: GroupList,
  run: ({ sql, runtime, subject }, { query }) => {
    const filter = query.filter === undefined ? null : readGroupFilter(query.filter);
    const by = { workspace_id: subject.workspace.id, filter };
    return paged(query, {
      list: (page) => listGroups(sql, { ...by, ...page }),
      count: () => countGroups(sql, by),
      show: async (rows) => {
        const members = isSelected("members", query)
          ? await membersWithin(sql, rows, capOf(runtime, "scim_members_per_page"))
          : null;
        const whole = members === null ? rows : rows.filter((row) => members.has(row.group_id));
        return whole.map((row) => project(showGroup(runtime, row, members?.get(row.group_id) ?? null), query));
      },
    });
  },
});

export const readGroup = operation({
  ...SURFACE,
  id: "scim.group.get",
  route: "GET /scim/v2/Groups/{id}",
  summary: "Show a group",
  description: "By the service's id, or by externalId. Groups that are kept in the service itself are not here.",
  query,
  output: Group,
  run: async (call, { params, query }) => {
    const row = await findGroup(call.sql, { workspace_id: call.subject.workspace.id, ref: params.id });
    if (!row) throw refuseUnknown();
    return answerGroup(call, row, query);
  },
});

export const createScimGroup = operation({
  ...SURFACE,
  id: "scim.group.create",
  route: "POST /scim/v2/Groups",
  summary: "Make a group",
  description:
    "Its handle in grants is made from the name and stays. A name that any group of the workspace has is a 409.",
  query,
  body: GroupBody,
  output: Group,
  status: 201,
  opens: () => "restricted",
  audit: GROUP_ACTIONS,
  refuses: [...SURFACE.refuses, 409],
  run: async (call, { query, body }) => {
    const { sql, now, runtime, subject } = call;
    const name = readDisplayName(body.displayName);
    const external_id = readExternalId(body.externalId);
    const refs = body.members === undefined || body.members === null ? [] : readRefs(call, body.members);
    describeRequest(call.request, `create "${name}" with ${refs.length} members`);
    const workspace_id = subject.workspace.id;
    await demandName(call, { name, except: null });
    const { group_id, slug } = await insertKeptGroup(sql, { workspace_id, name, description: "", source: SOURCE, now });
    // The workspace may have made one of the name at the same moment, and has the handle then, which this one waited for.
    await demandName(call, { name, except: group_id });
    await refuseTwin(keepGroup(sql, { group_id, workspace_id, external_id, now }), external_id);
    call.note("group.create", { target_type: "group", target_id: group_id, meta: { name, slug } });
    const row = await demandGroup(call, String(group_id));
    if (refs.length > 0) await changeMembership(call, row, [{ do: "add", refs }]);
    call.reply.headers.set("location", locationOf(runtime, "Groups", group_id));
    return answerGroup(call, row, query);
  },
});

export const replaceGroup = operation({
  ...SURFACE,
  id: "scim.group.replace",
  route: "PUT /scim/v2/Groups/{id}",
  summary: "Replace a group's name and externalId, and its members where they are sent",
  query,
  body: GroupBody,
  output: Group,
  opens: () => "restricted",
  audit: GROUP_ACTIONS,
  refuses: [...SURFACE.refuses, 409],
  run: async (call, { params, query, body }) => {
    const name = readDisplayName(body.displayName);
    const external_id = readExternalId(body.externalId);
    const refs = body.members === undefined || body.members === null ? null : readRefs(call, body.members);
    describeRequest(call.request, `replace "${name}"${refs ? ` with ${refs.length} members` : ""}`);
    const members = refs === null ? [] : [{ do: "set" as const, refs }];
    return answerGroup(call, await changeGroup(call, params.id, { name, external_id, members }), query);
  },
});

export const patchGroup = operation({
  ...SURFACE,
  id: "scim.group.patch",
  route: "PATCH /scim/v2/Groups/{id}",
  summary: "Change a group",
  description:
    'Takes members, members[value eq "<id>"], displayName and externalId, as paths or as members of a value without a path; other paths are ignored. A member is named by id, externalId or address.',
  query,
  body: Patch,
  output: Group,
  opens: () => "restricted",
  audit: GROUP_ACTIONS,
  refuses: [...SURFACE.refuses, 409],
  run: async (call, { params, query, body }) => {
    const operations = readOperations(body);
    describeRequest(call.request, describeOperations(operations));
    const change = readGroupPatch(operations, { members_max: capOf(call.runtime, "scim_members_per_request") });
    return answerGroup(call, await changeGroup(call, params.id, change), query);
  },
});

export const endGroup = operation({
  ...SURFACE,
  id: "scim.group.delete",
  route: "DELETE /scim/v2/Groups/{id}",
  summary: "Delete a group and every grant that names it",
  status: 204,
  opens: () => "workspace",
  audit: "group.delete",
  run: async (call, { params }) => {
    await dissolveGroup(call, await demandGroup(call, params.id));
    return undefined;
  },
});

async function changeGroup(call: ScimCall, ref: string, change: GroupChange): Promise<ScimGroupRow> {
  const { sql, now } = call;
  const row = await demandGroup(call, ref);
  const name = change.name ?? row.name;
  const external_id = change.external_id === undefined ? row.external_id : change.external_id;
  const isRenamed = name !== row.name;
  if (isRenamed) {
    await demandName(call, { name, except: row.group_id });
    await renameGroup(sql, { ...row, name });
    const meta = { name, previous_name: row.name };
    call.note("group.update", { target_type: "group", target_id: row.group_id, meta });
  }
  const isMoved = await changeMembership(call, row, change.members);
  if (!isRenamed && !isMoved && external_id === row.external_id) return row;
  await refuseTwin(keepGroup(sql, { ...row, external_id, now }), external_id);
  return { ...row, name, external_id, updated_at: now };
}

async function demandGroup({ sql, subject }: ScimCall, ref: string): Promise<ScimGroupRow> {
  const row = await findGroup(sql, { workspace_id: subject.workspace.id, ref, hold: true });
  if (!row) throw refuseUnknown();
  return row;
}

/** Throws 409 where another group has the name, whoever keeps it. */
async function demandName({ sql, subject }: ScimCall, by: { name: string; except: number | null }): Promise<void> {
  const source = await lockName(sql, { workspace_id: subject.workspace.id, ...by });
  if (source === null) return;
  const whose = source === SOURCE ? "" : `, kept by ${source === "native" ? "the workspace itself" : source}`;
  throw refuse.conflict(`there is a group called "${by.name}" already${whose}; rename or delete it first`, {
    code: "already_exists",
  });
}

function readRefs({ runtime }: ScimCall, members: unknown): string[] {
  return readMembers(members, { members_max: capOf(runtime, "scim_members_per_request") });
}

/** The groups' members, as far as groups are whole within `most` in all; of the first group always. */
async function membersWithin(
  sql: Sql,
  rows: readonly ScimGroupRow[],
  most: number,
): Promise<Map<number, GroupMember[]>> {
  const [first] = rows;
  if (!first) return new Map();
  const { workspace_id } = first;
  const group_ids = rows.map((row) => row.group_id);
  const found = await listMembersOf(sql, { workspace_id, group_ids, limit: most + 1 });
  const cut = found.length > most ? (found.at(-1)?.group_id ?? null) : null;
  if (cut === first.group_id) {
    const whole = await listMembersOf(sql, { workspace_id, group_ids: [first.group_id], limit: null });
    return new Map([[first.group_id, whole]]);
  }
  const whole = cut === null ? group_ids : group_ids.filter((id) => id < cut);
  const members = new Map<number, GroupMember[]>(whole.map((id) => [id, []]));
  for (const member of found) members.get(member.group_id)?.push(member);
  return members;
}

async function answerGroup(
  { sql, runtime }: Pick<ScimCall, "sql" | "runtime">,
  row: ScimGroupRow,
  selected: Selection,
) {
  const by = { workspace_id: row.workspace_id, group_ids: [row.group_id], limit: null };
  const members = isSelected("members", selected) ? await listMembersOf(sql, by) : null;
  return project(showGroup(runtime, row, members), selected);
}

function refuseUnknown() {
  return refuse.notFound("group not found");
}
