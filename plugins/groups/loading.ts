// Finds the group that a call is about, first for whoever may see it and then to change it.
import { type Call, demandActor, type Permit, refuse } from "../../kernel/plugin.ts";
import { findGroups, type GroupRow, holdGroup } from "../../kernel/ports/auth.ts";
import { countPendingByGroup, workspaceManager } from "../members/port.ts";
import { groupKeeperHook } from "./port.ts";
import { showGroup } from "./schemas.ts";
import { type ListedGroup, listGroups } from "./store.ts";

/** A group of the caller's workspace, for its owners and admins. Throws 404 for any other group and 403 for members. */
export function managedGroup(id: number): Permit<ListedGroup> {
  return {
    needs: "an owner or admin of the workspace",
    check: async (call, input) => {
      const workspace_id = demandActor(call.actor).workspace.id;
      const [group] = await listGroups(call.sql, { workspace_id, group_id: id });
      if (!group) throw refuseUnknown();
      await workspaceManager().check(call, input);
      return group;
    },
  };
}

/** A group of the caller's workspace, for everybody in it. Throws 404 for any other group. */
export function seenGroup(id: number): Permit<GroupRow> {
  return {
    needs: "to be a member of the workspace",
    check: async ({ sql, actor }) => {
      const [group] = await findGroups(sql, { workspace_id: demandActor(actor).workspace.id, group_ids: [id] });
      if (!group) throw refuseUnknown();
      return group;
    },
  };
}

/**
 * The group, held until the transaction ends. Throws 404 when it has gone meanwhile, and 409 for one that a directory,
 * SCIM or the identity provider keeps.
 */
export async function openGroup(call: Call<unknown>, group_id: number): Promise<GroupRow> {
  const group = await holdKnown(call, group_id);
  if (group.source !== "native") throw refuseKept(group, "and only changes there");
  return group;
}

/** The same to delete it: one that is kept elsewhere is only refused while it would be made again. */
export async function openGroupToEnd(call: Call<unknown>, group_id: number): Promise<GroupRow> {
  const group = await holdKnown(call, group_id);
  if (group.source === "native") return group;
  const { sql } = call;
  const keeps = (await call.callHook(groupKeeperHook, { sql, ...group })).find((words) => words !== null);
  if (keeps) throw refuseKept(group, `and only ends there: ${keeps}`);
  return group;
}

async function holdKnown({ sql, actor }: Call<unknown>, group_id: number): Promise<GroupRow> {
  const group = await holdGroup(sql, { workspace_id: actor.workspace.id, group_id });
  if (!group) throw refuseUnknown();
  return group;
}

function refuseKept({ name, source }: GroupRow, words: string): Error {
  return refuse.conflict(`"${name}" is kept by ${source} ${words}`, { source });
}

/** The group as it stands now, for the answer. */
export async function answerGroup({ sql, actor, now }: Call<unknown>, group_id: number) {
  const workspace_id = actor.workspace.id;
  const [group] = await listGroups(sql, { workspace_id, group_id });
  if (!group) throw refuseUnknown();
  const waiting = await countPendingByGroup(sql, { workspace_id, now });
  return showGroup(group, waiting.get(group_id) ?? 0);
}

function refuseUnknown() {
  return refuse.notFound("group not found");
}
