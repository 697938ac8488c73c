// A grant on the wire, and the subject that a request names (rules: sharing/grants).
import {
  demandActor,
  findPersonByEmail,
  type PermitCall,
  readInstant,
  refuse,
  type Static,
  t,
} from "../../kernel/plugin.ts";
import { findGroupBySlug } from "../../kernel/ports/auth.ts";
import { GRANTED_LEVELS } from "./levels.ts";
import { type GrantBefore, type GrantRow, SUBJECT_TYPES, type Subject, type SubjectType } from "./store/grants.ts";

const grantMembers = {
  id: t.Integer(),
  subject_type: t.OneOf(SUBJECT_TYPES),
  subject_id: t.Integer(),
  subject: t.Object({ id: t.Integer(), slug: t.Nullable(t.String()), name: t.String() }),
  subject_label: t.String({ description: "Such as group:design, workspace:acme, or the person's address." }),
  level: t.OneOf(GRANTED_LEVELS),
  created_by: t.Nullable(t.Integer()),
  created_at: t.Instant(),
  expires_at: t.Nullable(t.Instant(), { description: "It gives nothing from then on; null for no end." }),
  root_id: t.Nullable(t.Integer()),
  folder: t.Nullable(t.String({ description: "The folder that it holds for; null for a document's own." })),
};

/** A grant on a root or on a folder of one. */
export const PlaceGrant = t.Object(grantMembers, { $id: "PlaceGrant" });

/** A grant on a document, or one that reaches it from a folder of My documents. */
export const DocumentGrant = t.Object(
  {
    ...grantMembers,
    doc_id: t.Nullable(t.String()),
    folder_owner_id: t.Nullable(t.Integer({ description: "Whose My documents the folder is in." })),
    inherited: t.Boolean({ description: "True when it is not the document's own but its folder's." }),
  },
  { $id: "DocumentGrant" },
);

/** What a request says to share something. */
export const sharing = {
  subject_type: t.OneOf(SUBJECT_TYPES, { description: "A person, a group, or everybody in the workspace." }),
  subject: t.Optional(
    t.Nullable(t.String({ maxLength: 320, examples: ["ann@example.com"] }), {
      description: "A person's e-mail address or a group's slug; nothing for the workspace.",
    }),
  ),
  level: t.Optional(t.OneOf(GRANTED_LEVELS, { default: "view", description: "What they may do." })),
  expires_at: t.Optional(
    t.Nullable(t.String({ minLength: 1, maxLength: 40, examples: ["2030-12-31"] }), {
      description:
        "When it ends by itself: a time, or the last day; null for never. Left out, an end that is set stays.",
    }),
  ),
};

export function showGrant(row: GrantRow): Static<typeof PlaceGrant> {
  return {
    id: row.grant_id,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    subject: { id: row.subject_id, slug: row.subject_slug, name: row.subject_name },
    subject_label: row.subject_email ?? `${row.subject_type}:${row.subject_slug}`,
    level: row.level,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    root_id: row.root_id,
    folder: row.folder,
  };
}

/** A grant of a document's access list: one of its own, or one that a folder above it or its place brings along. */
export function showDocumentGrant(
  row: GrantRow,
  seen: { doc_id: string | null; inherited: boolean },
): Static<typeof DocumentGrant> {
  return { ...showGrant(row), ...seen, folder_owner_id: row.folder_owner_id };
}

/** Whether a grant is another than it was before. */
export function isAnother(row: GrantRow, was: GrantBefore | null): boolean {
  return was === null || row.level !== was.level || row.expires_at?.getTime() !== was.expires_at?.getTime();
}

/** Throws 400 for a subject that does not go with its type, and for an end that is no time. For an operation's `rules`. */
export function checkSharing(said: {
  subject_type: SubjectType;
  subject?: string | null;
  expires_at?: string | null;
}): void {
  const { subject_type, subject, expires_at } = said;
  if (expires_at) readEnd(expires_at);
  if (subject_type !== "workspace" && !subject) {
    const wanted = subject_type === "user" ? "the person's e-mail address" : "the group's slug";
    throw refuse.invalid(`subject is required with subject_type ${subject_type}; send ${wanted}`);
  }
  if (subject_type === "workspace" && subject) {
    throw refuse.invalid("subject goes with user and group; leave it out to share with the whole workspace");
  }
}

/** When what a request gives is to end; undefined where it does not say. Throws 400 for a time that is over. */
export function endOf({ expires_at }: { expires_at?: string | null | undefined }, now: Date): Date | null | undefined {
  if (expires_at === undefined || expires_at === null) return expires_at;
  const end = readEnd(expires_at);
  if (end > now) return end;
  throw refuse.invalid(
    `expires_at "${expires_at}" is over; name a time to come, or take the access away with DELETE instead`,
  );
}

/** A day ends with its last moment. */
function readEnd(text: string): Date {
  return readInstant(text, { name: "expires_at", end: true });
}

/** Whom a request names, in the caller's own workspace. Throws 404 for a person or group that is not in it. */
export async function findSubject(
  call: Pick<PermitCall, "actor" | "sql">,
  named: { subject_type: SubjectType; subject?: string | null },
): Promise<Subject> {
  const { workspace } = demandActor(call.actor);
  const { subject_type: type, subject } = named;
  if (type === "workspace") return { type, id: workspace.id };
  if (type === "user") {
    const person = await findPersonByEmail(call.sql, subject ?? "");
    if (person?.workspace.id === workspace.id && !person.disabled) return { type, id: person.user_id };
    throw refuse.notFound(`"${subject}" is not a member of this workspace`);
  }
  const group = await findGroupBySlug(call.sql, { workspace_id: workspace.id, slug: subject ?? "" });
  if (group) return { type, id: group.group_id };
  throw refuse.notFound(`there is no group "${subject}" in this workspace`);
}
