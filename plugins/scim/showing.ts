// Users and groups as resources of SCIM (RFC 7643, 4).
import type { Runtime } from "../../kernel/plugin.ts";
import { GROUP_SCHEMA, LIST_MESSAGE, SCIM_PATH, USER_SCHEMA } from "./protocol/urns.ts";
import type { GroupMember, ScimGroupRow } from "./store/groups.ts";
import { isActive, type UserRow } from "./store/users.ts";

/** The address of a resource. */
export function locationOf({ config }: Pick<Runtime, "config">, type: "Users" | "Groups", id: number): string {
  return `${config.base_url}${SCIM_PATH}/${type}/${id}`;
}

/** A user as the provider of a workspace sees them. */
export function showUser(runtime: Runtime, row: UserRow, workspaceId: number) {
  const name = nameOf(row.email);
  return {
    schemas: [USER_SCHEMA],
    id: String(row.user_id),
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.email,
    name,
    displayName: name.formatted,
    emails: [{ value: row.email, primary: true, type: "work" }],
    active: isActive(row, workspaceId),
    meta: {
      resourceType: "User",
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: locationOf(runtime, "Users", row.user_id),
    },
  };
}

/** A group; without `members` that attribute is left out. */
export function showGroup(runtime: Runtime, row: ScimGroupRow, members: readonly GroupMember[] | null) {
  return {
    schemas: [GROUP_SCHEMA],
    id: String(row.group_id),
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.name,
    ...(members === null ? {} : { members: members.map((member) => showMember(runtime, member)) }),
    meta: {
      resourceType: "Group",
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: locationOf(runtime, "Groups", row.group_id),
    },
  };
}

function showMember(runtime: Runtime, { user_id, email }: GroupMember) {
  return { value: String(user_id), display: email, type: "User", $ref: locationOf(runtime, "Users", user_id) };
}

/** A page of resources; `startIndex` counts from 1. */
export function showList<R>(resources: readonly R[], { total, startIndex }: { total: number; startIndex: number }) {
  return {
    schemas: [LIST_MESSAGE],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: [...resources],
  };
}

/** A name out of an address: `ann.berg@example.com` is Ann Berg. */
function nameOf(email: string): { givenName: string; familyName: string; formatted: string } {
  const local = email.slice(0, email.lastIndexOf("@"));
  const words = local.split(/[._+-]+/).filter((word) => word !== "");
  const [givenName = local, ...rest] = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const familyName = rest.join(" ");
  return { givenName, familyName, formatted: [givenName, ...rest].join(" ") };
}
