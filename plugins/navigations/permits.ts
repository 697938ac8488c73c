// Who may read and who may change a navigation: members read, owners and admins of the workspace change.
import { demandActor, type Permit, type PermitCall, refuse } from "../../kernel/plugin.ts";
import { findNamed } from "../../kernel/ports/operation.ts";
import { workspaceManager } from "../members/port.ts";
import { publishedNavigationsHook } from "./hooks.ts";
import { mayManage } from "./reader.ts";
import { type EntryRow, findEntry } from "./store/entries.ts";
import { findNavigation, type NavigationRow } from "./store/navigations.ts";

/** A navigation as the caller holds it. */
export interface HeldNavigation extends NavigationRow {
  can_manage: boolean;
  /** A wiki shows it. */
  published: boolean;
}

/** A navigation of the caller's workspace. Throws 404 for any other. */
export function navigationNamed(ref: string): Permit<HeldNavigation> {
  return { needs: "a member of the workspace", check: (call) => loadNavigation(call, ref) };
}

/** A navigation that the caller may change. Throws 404 for one of another workspace and 403 for members. */
export function managedNavigation(ref: string): Permit<HeldNavigation> {
  return {
    needs: "an owner or admin of the workspace",
    check: async (call, input) => {
      const navigation = await loadNavigation(call, ref);
      await workspaceManager().check(call, input);
      return navigation;
    },
  };
}

/** An entry of a navigation that the caller may change. */
export function managedEntry(ref: string, entryId: number): Permit<{ navigation: HeldNavigation; entry: EntryRow }> {
  const permit = managedNavigation(ref);
  return {
    needs: permit.needs,
    check: async (call, input) => {
      const navigation = await permit.check(call, input);
      const entry = await findEntry(call.sql, { ...navigation, entry_id: entryId });
      if (!entry) throw refuseMissingEntry(entryId);
      return { navigation, entry };
    },
  };
}

async function loadNavigation(call: PermitCall, ref: string): Promise<HeldNavigation> {
  const { sql, runtime } = call;
  const person = demandActor(call.actor);
  const workspace_id = person.workspace.id;
  const find = (wanted: string | number) => findNavigation(sql, { workspace_id, ref: String(wanted) });
  const idOf = ({ navigation_id }: NavigationRow) => navigation_id;
  const found = await findNamed(call, { kind: "navigation", name: ref, byName: () => find(ref), byId: find, idOf });
  if (!found) throw refuseMissingNavigation(ref);
  const published = await runtime.callHook(publishedNavigationsHook, { sql, workspace_id });
  return {
    ...found,
    can_manage: mayManage(person),
    published: published.flat().includes(found.navigation_id),
  };
}

/** The 404 of a navigation that is not there, and of one that is somebody else's. */
export function refuseMissingNavigation(ref: string | number): Error {
  return refuse.notFound(`navigation "${String(ref).slice(0, 80)}" is not found`);
}

export function refuseMissingEntry(entryId: number): Error {
  return refuse.notFound(`entry ${entryId} is not found in this navigation`);
}
