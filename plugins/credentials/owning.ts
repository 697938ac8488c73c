// Whose a credential is: how that is shown, what lists ask by it, and who may end it.
import {
  type Actor,
  type Permit,
  ROLES,
  type Role,
  readInstant,
  refuse,
  type Sql,
  sessionOnly,
  t,
} from "../../kernel/plugin.ts";
import { demandConfirmed, searchFilter, wordsOf, workspaceManager } from "../members/port.ts";

export const Owner = t.Object(
  {
    id: t.Integer({ description: "The person's user id." }),
    email: t.String(),
    name: t.Nullable(t.String()),
    role: t.OneOf(ROLES),
    disabled: t.Boolean({ description: "The account is switched off, and nothing of it opens anything." }),
  },
  { $id: "CredentialOwner" },
);

/** The members of a query that both lists take. */
export const ownedFilters = {
  q: searchFilter("what it is called, or of its owner's name or address"),
  user_id: t.Optional(t.Id({ description: "Only this member's." })),
  last_used_before: t.Optional(
    t.String({
      maxLength: 40,
      description: "A time or a day in UTC: what was not used since.",
      examples: ["2026-03-01"],
    }),
  ),
};

interface OwnedQuery {
  q?: string;
  user_id?: number;
  last_used_before?: string;
}

/** The same as a store takes it. Throws 400 for a time that is none. */
export function readOwnedFilters({ q, user_id, last_used_before }: OwnedQuery) {
  const before = last_used_before ? readInstant(last_used_before, { name: "last_used_before" }) : undefined;
  return { ...wordsOf(q), ...(user_id && { user_id }), ...(before && { last_used_before: before }) };
}

/** A row with its owner's columns as an owner. */
export function showOwner(row: {
  user_id: number;
  email: string;
  owner_name: string | null;
  role: Role;
  disabled: boolean;
}) {
  return { id: row.user_id, email: row.email, name: row.owner_name, role: row.role, disabled: row.disabled };
}

/** An owner or admin with the session cookie: a program that was let in ends no other. */
export function signedInManager(act: string): readonly [Permit<Actor>, Permit<Actor>] {
  return [workspaceManager(), sessionOnly(act)];
}

/** Throws 403 for an admin who would end what an owner works with, and for an owner whose own role waits for an owner's word. */
export async function demandMayEnd(
  { sql, actor }: { sql: Sql; actor: Actor },
  owner: { user_id: number; role: Role },
): Promise<void> {
  if (owner.role !== "owner" || owner.user_id === actor.user_id) return;
  if (actor.role !== "owner")
    throw refuse.forbidden("only an owner may end what an owner is signed in or connected by", {
      code: "role_required",
    });
  await demandConfirmed({ sql, actor });
}
