// Who may give access and take it away (rules: sharing/who_shares, sharing/taking_away).
import { type Actor, demandActor, type Permit, refuse, type Sql } from "../../kernel/plugin.ts";
import { type KnownFolder, knownFolder, type LoadedDocument, loadWith } from "../documents/port/read.ts";
import { findSubject, type Subject, type SubjectType } from "../places/port.ts";
import { refuseUnknown } from "./requests/ask.ts";
import { askedOf, findAsked } from "./requests/asked.ts";
import { findRevocable, type Revocable } from "./store/revocable.ts";

interface SubjectNamed {
  subject_type: SubjectType;
  subject?: string | null;
}

/** A document that the caller may share, and whom with. Throws 404 for a subject that is not in the workspace. */
export function sharable(named: SubjectNamed): Permit<{ document: LoadedDocument; named: Subject }> {
  return {
    needs: "own on the document, or managing its root",
    check: async (call, input) => {
      const document = await loadWith(call, { needed: "own", doc_id: String(input.params["doc_id"]) });
      return { document, named: await findSubject(call, named) };
    },
  };
}

/** A folder of the caller's My documents. Throws 404 for one that is not there. */
export function ownFolder(path: string): Permit<KnownFolder> {
  return knownFolder("own", { root: "~", folder: path });
}

/** The same to be shared, and whom with. Throws 400 for the top, which is all that somebody has. */
export function sharableFolder(path: string, named: SubjectNamed): Permit<{ folder: KnownFolder; named: Subject }> {
  const own = ownFolder(path);
  return {
    needs: own.needs,
    check: async (call, input) => {
      const folder = await own.check(call, input);
      return { folder, named: await findSubject(call, named) };
    },
  };
}

/**
 * A grant that the caller may take away. Throws 403 to others who see it, and the 404 of an unknown one to those who do not;
 * 402 for a grant of a root below the plan that changes those, and 400 for General's own list (rules: places/general, places/subjects).
 */
export function revocable(grantId: number): Permit<Revocable> {
  return {
    needs: "the document, the folder, the grant or the workspace",
    check: async (call) => {
      const actor = demandActor(call.actor);
      const grant = await findRevocable(call.sql, { actor, grant_id: grantId, now: call.now });
      if (!grant) throw refuseNoGrant();
      if (grant.root_id !== null) call.runtime.plans.demand("access_lists", actor);
      if (!grant.is_theirs) throw refuseNotTheirs(grant);
      if (grant.is_fixed)
        throw refuse.invalid("everybody in the workspace may edit General; its top-level list cannot be changed");
      return grant;
    },
  };
}

/** The same right, asked again in the transaction. */
export async function demandRevocable(sql: Sql, by: { actor: Actor; grant_id: number; now: Date }): Promise<void> {
  const grant = await findRevocable(sql, by);
  if (!grant) throw refuseNoGrant();
  if (!grant.is_theirs) throw refuseNotTheirs(grant);
}

/** A grant on a folder of the caller's own My documents. Throws 403 for one on somebody else's that they see. */
export function revocableOwnFolder(grantId: number): Permit<Revocable> {
  return {
    needs: "a folder of one's own",
    check: async (call) => {
      const actor = demandActor(call.actor);
      const grant = await findRevocable(call.sql, { actor, grant_id: grantId, now: call.now });
      if (!grant || grant.folder_owner_id === null) throw refuseNoGrant();
      if (grant.folder_owner_id === actor.user_id) return grant;
      // A workspace's admins may take it away at the address of all grants without seeing it; here the folder is named.
      throw grant.is_seen ? refuse.forbidden("only the folder's owner may take it away here") : refuseNoGrant();
    },
  };
}

function refuseNotTheirs({ root_id, root_name }: Revocable): Error {
  const managers =
    root_name === null ? "the owner, the workspace's owners and admins" : `the managers of "${root_name}"`;
  // Who gave a grant on a document or a folder takes it back, too; the list of a root is its managers' alone.
  return refuse.forbidden(`only ${managers}${root_id === null ? ", and who gave the grant," : ""} may take it away`);
}

export function refuseNoGrant(): Error {
  return refuse.notFound("grant not found");
}

interface Named {
  slug?: string;
  doc_id?: string;
}

/** The document of a slug or an id in the caller's workspace, whatever they hold on it, or null. Throws 422 unless one is named. */
export function addressed(named: Named): Permit<LoadedDocument | null> {
  return {
    needs: "signing in",
    check: ({ sql, actor, now }) => findAsked(sql, { actor: demandActor(actor), asked: askedOf(named), now }),
  };
}

/** The same; throws 404 for a slug that leads nowhere there. */
export function askable(named: Named): Permit<LoadedDocument | null> {
  return {
    needs: "membership of the document's workspace",
    check: async (call, input) => {
      const document = await addressed(named).check(call, input);
      if (!document && named.slug !== undefined) throw refuseUnknown();
      return document;
    },
  };
}
