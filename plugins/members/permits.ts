// Who may manage people: owners and admins, and what is for owners alone (part 2, "Members and invites").
import { type Actor, demandActor, everywhere, type Permit, type Role, refuse } from "../../kernel/mod.ts";

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

/** The same, refused to connections that are limited to roots: who is in the workspace or a group opens what lies elsewhere. */
export function overPeople<S>(permit: Permit<S>): Permit<S> {
  const unlimited = everywhere("change who may do what in the workspace");
  return {
    needs: permit.needs,
    check: async (call, input) => {
      const subject = await permit.check(call, input);
      await unlimited.check(call, input);
      return subject;
    },
  };
}

/** Throws 403 for a role that is too low. */
export function refuseLowStanding(held: { role: Role }, needed: Standing): void {
  if (needed === "owner" && held.role !== "owner") throw refuseRole("owner role required");
  if (needed === "manager" && held.role === "member") throw refuseRole("workspace owner or admin role required");
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
