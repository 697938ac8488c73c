// Who may manage people: owners and admins, and what is for owners alone (rules: members/roles).
import { type Actor, demandActor, type Permit, type Role, refuse, type Sql } from "../../kernel/plugin.ts";

/** What changing people takes. */
export type Standing = "manager" | "owner";

/** An owner or admin of the workspace; the subject is the caller. Throws 403 for others. */
export function workspaceManager(): Permit<Actor> {
  return standing("manager", "an owner or admin of the workspace");
}

/** An owner of the workspace; the subject is the caller. Throws 403 for others. */
export function workspaceOwner(): Permit<Actor> {
  return standing("owner", "an owner of the workspace");
}

/**
 * What the path names, for owners and admins of the workspace that it belongs to; the subject is its row. `find` has to
 * keep to the workspace that it is given. Throws 403 for other people, and 404 with `missing` where nothing is found.
 */
export function managedRow<Row>(
  missing: string,
  find: (sql: Sql, by: { workspace_id: number; params: Readonly<Record<string, unknown>> }) => Promise<Row | null>,
): Permit<Row> {
  const manager = workspaceManager();
  return {
    needs: manager.needs,
    check: async (call, { params, ...rest }) => {
      const { workspace } = await manager.check(call, { params, ...rest });
      const row = await find(call.sql, { workspace_id: workspace.id, params });
      if (!row) throw refuse.notFound(missing);
      return row;
    },
  };
}

/** Throws 403 for a role that is too low. */
export function refuseLowStanding(actor: { role: Role }, needed: Standing): void {
  if (needed === "owner" && actor.role !== "owner") throw refuseRole("owner role required");
  if (needed === "manager" && actor.role === "member") throw refuseRole("workspace owner or admin role required");
}

function refuseRole(message: string): Error {
  return refuse.forbidden(message, { code: "role_required" });
}

function standing(needed: Standing, needs: string): Permit<Actor> {
  return {
    needs,
    check: ({ actor }) => {
      const person = demandActor(actor);
      refuseLowStanding(person, needed);
      return person;
    },
  };
}
