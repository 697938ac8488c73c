// Whose workflows one may see and change: one's own, and as an owner or admin those of the workspace.
import {
  type Actor,
  demandActor,
  isManager,
  lastingCaller,
  type Permit,
  type PermitCall,
  refuse,
} from "../../kernel/plugin.ts";
import type { Among } from "./store/workflows.ts";
import { findWorkflow, type WorkflowRow } from "./store/workflows.ts";

/** The workflows that somebody sees. */
export function seenBy(actor: Actor): Among {
  return { workspace_id: actor.workspace.id, owner_id: isManager(actor) ? null : actor.user_id };
}

/** A workflow that the caller sees. Throws 404 for any other. */
export function workflowNamed(): Permit<WorkflowRow> {
  return {
    needs: "who saved the workflow, or an owner or admin of the workspace",
    check: (call, { params }) => load(call, params),
  };
}

/** The caller's own, by what may act in their name after the call. Throws 404 for one that they do not see, and 403 for somebody else's. */
export function ownWorkflow(): Permit<WorkflowRow> {
  const lasting = author();
  return {
    needs: `who saved the workflow, as ${lasting.needs}`,
    check: async (call, input) => {
      const row = await load(call, input.params);
      if (row.owner_id !== demandActor(call.actor).user_id)
        throw refuse.forbidden(`this workflow acts as ${row.owner_email}, so that only they may do this`);
      await lasting.check(call, input);
      return row;
    },
  };
}

/** Somebody who may have something done in their name later on: signed in, or by a token of their own that nothing limits. */
export function author(): Permit<Actor> {
  return lastingCaller("have steps taken by a workflow, which is held to none");
}

async function load({ sql, actor }: PermitCall, params: Record<string, unknown>): Promise<WorkflowRow> {
  const by = { ...seenBy(demandActor(actor)), workflow_id: Number(params["id"]) };
  const row = await findWorkflow(sql, by);
  if (!row) throw refuse.notFound("workflow not found");
  return row;
}
