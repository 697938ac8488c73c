// Navigations and their entries as what carries an icon: `navigation:<slug>` and `nav:<entry_id>`.
import { demandActor, type PermitCall, refuse } from "../../kernel/plugin.ts";
import type { IconNamed, IconOwner } from "../icons/port.ts";
import { workspaceManager } from "../members/port.ts";
import { isLimitedToRoots } from "../places/port.ts";
import { opennessOfEntry } from "./openness.ts";
import { type HeldNavigation, managedNavigation } from "./permits.ts";
import { updateEntry } from "./store/changes.ts";
import { findEntry } from "./store/entries.ts";
import { changeNavigation, holdNavigation } from "./store/navigations.ts";

const NOTHING_ASKED = { params: {}, query: {}, body: undefined, form: undefined };

/** What a target names, for whoever may edit the navigation; null where there is no such thing. */
export async function findIconOwner({ call, kind, name }: IconNamed): Promise<IconOwner | null> {
  const actor = demandActor(call.actor);
  if (isLimitedToRoots(actor)) {
    throw refuse.forbidden("this connection reaches its roots alone; navigations belong to the workspace as a whole", {
      code: "connection_limited",
    });
  }
  if (kind === "navigation") return ownerOf(await loadManaged(call, name), null);
  // Of an entry that is hidden from them, members hear no more than of one that is not there.
  await workspaceManager().check(call, NOTHING_ASKED);
  const id = /^[1-9]\d{0,14}$/.test(name) ? Number(name) : 0;
  const entry = await findEntry(call.sql, { workspace_id: actor.workspace.id, entry_id: id });
  if (!entry) return null;
  return ownerOf(await loadManaged(call, String(entry.navigation_id)), entry);
}

function loadManaged(call: PermitCall, ref: string): Promise<HeldNavigation> {
  return Promise.resolve(managedNavigation(ref).check(call, NOTHING_ASKED));
}

function ownerOf(
  navigation: HeldNavigation,
  entry: { entry_id: number; visibility: "public" | "signed_in" | "group" } | null,
): IconOwner {
  return {
    openness: opennessOfEntry(entry?.visibility ?? "public", navigation),
    target_type: "navigation",
    target_id: navigation.navigation_id,
    set: async ({ sql, now }, icon) => {
      const held = await holdNavigation(sql, navigation);
      const found = entry && held ? await findEntry(sql, { ...held, entry_id: entry.entry_id }) : held;
      if (!held || !found)
        throw refuse.notFound(entry ? `entry ${entry.entry_id} is not found` : "navigation is not found");
      if (found.icon === icon) return false;
      if (entry) await updateEntry(sql, held, { entry_id: entry.entry_id, icon });
      await changeNavigation(sql, held, entry ? { updated_at: now } : { icon, updated_at: now });
      return true;
    },
  };
}
