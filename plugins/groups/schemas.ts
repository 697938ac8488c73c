// The wire shapes of groups.
import { ROLES, t } from "../../kernel/plugin.ts";
import { HANDLE_CHARS_MAX, HANDLE_PATTERN } from "./slugs.ts";
import type { ListedGroup } from "./store.ts";

const groupFields = {
  id: t.Integer(),
  name: t.String(),
  slug: t.String({ description: "The handle by which grants name the group; renaming keeps it." }),
  source: t.String({ description: "native, scim, idp or directory:<provider>; only native groups are changed here." }),
  description: t.String(),
  member_count: t.Integer(),
  pending_count: t.Integer({ description: "Invites that lead into the group when they are accepted." }),
  members: t.Array(t.Object({ id: t.Integer(), email: t.String(), role: t.OneOf(ROLES) })),
  created_at: t.Instant(),
};

export const Group = t.Object(groupFields, { $id: "Group" });

export const GroupDetail = t.Object(
  {
    ...groupFields,
    pending: t.Array(
      t.Object({
        id: t.Integer({ description: "The invite's id." }),
        email: t.String(),
        role: t.OneOf(ROLES),
        created_at: t.Instant(),
        expires_at: t.Instant(),
      }),
      { description: "Invitations that lead into the group." },
    ),
    recent_changes: t.Array(
      t.Object({ id: t.Integer(), action: t.String(), actor: t.String(), created_at: t.Instant(), meta: t.Json() }),
      { description: "Audit events of the group, the newest first." },
    ),
    grants: t.Array(
      t.Object({
        id: t.Integer(),
        resource_type: t.OneOf(["root", "folder", "doc"]),
        label: t.String(),
        root_id: t.Nullable(t.Integer()),
        folder: t.Nullable(t.String()),
        doc_id: t.Nullable(t.String()),
        level: t.OneOf(["view", "comment", "edit"]),
      }),
      { description: "What the group was given, so far as you can inspect it." },
    ),
  },
  { $id: "GroupDetail" },
);

export const GroupName = t.Called({
  examples: ["Design"],
  maxLength: 100,
  description: "1 to 100 characters, not only spaces",
});

export const GroupHandle = t.String({
  examples: ["design-berlin"],
  minLength: 1,
  maxLength: HANDLE_CHARS_MAX,
  pattern: HANDLE_PATTERN,
  description: `up to ${HANDLE_CHARS_MAX} lower case letters and digits, with single hyphens between them; made from the name without it`,
});

export const GroupDescription = t.String({ maxLength: 512, description: "at most 512 characters" });

export function showGroup(row: ListedGroup, pending_count: number) {
  const { group_id, created_at, sort_name: _sort_name, ...own } = row;
  return {
    id: group_id,
    ...own,
    created_at: created_at.toISOString(),
    member_count: row.members.length,
    pending_count,
  };
}
