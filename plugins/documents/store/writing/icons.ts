// Icons that many documents have.
import type { WriteCall } from "../../model/calls.ts";
import { countChange } from "../counting/counters.ts";
import { numberChanges } from "./moves.ts";

/** Takes an icon away from every document of the caller's workspace, those in the trash too. */
export async function clearIcon(call: WriteCall, icon: string): Promise<void> {
  const workspace_id = call.actor.workspace.id;
  const cleared = await call.sql<{ document_id: number }[]>`
    update documents set icon = null where workspace_id = ${workspace_id} and icon = ${icon} returning document_id`;
  if (cleared.length === 0) return;
  call.lastly(async (last) => {
    const counted = { workspace_id, owner_id: call.actor.user_id, document_id: null, bytes: 0, live: 0, now: call.now };
    const document_ids = cleared.map((row) => row.document_id);
    // Both are sent before either is waited for; the first takes the workspace's turn.
    await Promise.all([countChange(last, counted), numberChanges(last, { workspace_id, document_ids })]);
  });
}
