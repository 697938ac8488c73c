// Who may manage people: owners and admins, and what is for owners alone (rules: members 2).
import { type Actor, demandActor, type Permit, type Role, refuse } from "../../kernel/mod.ts";

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
