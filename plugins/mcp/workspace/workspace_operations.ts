// What a workspace tells its members' agents: read by every member, written by its owners and admins.
import {
  type Actor,
  demandActor,
  isManager,
  type Permit,
  refuse,
  sessionOnly,
  signedIn,
  t,
} from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { findInstructions, replaceInstructions } from "./workspace_store.ts";

const INSTRUCTIONS_CHARS_MAX = manifest.caps.workspace_instructions_chars;

const Instructions = t.Object(
  {
    instructions: t.String({ description: "Empty when the workspace says nothing." }),
    updated_at: t.Nullable(t.Instant()),
    updated_by: t.Nullable(t.String({ description: "E-mail address." })),
    can_edit: t.Boolean({ description: "Whether you may change them, from a signed-in session." }),
  },
  { $id: "WorkspaceInstructions" },
);

export const readInstructions = operation({
  id: "workspace.instructions.get",
  route: "GET /api/workspace/instructions",
  summary: "What the workspace tells its members' agents",
  output: Instructions,
  permit: signedIn(),
  connection_limit: "caller",
  run: async ({ sql, actor }) => show(await findInstructions(sql, actor.workspace.id), actor),
});

export const writeInstructions = operation({
  id: "workspace.instructions.set",
  route: "PUT /api/workspace/instructions",
  summary: "Change what the workspace tells its members' agents",
  description:
    "For owners and admins, from a signed-in session: an agent must not write what all agents are told. Agents are told when they connect the next time.",
  body: t.Object({
    instructions: t.String({
      maxLength: INSTRUCTIONS_CHARS_MAX,
      description: "Plain text or markdown; empty takes them away.",
    }),
  }),
  output: Instructions,
  permit: manager(),
  publishes: () => "workspace",
  audit: "workspace.instructions",
  run: async (call, { body }) => {
    const { sql, actor, now } = call;
    const words = body.instructions.trim();
    const workspace_id = actor.workspace.id;
    if (await replaceInstructions(sql, { workspace_id, user_id: actor.user_id, words, now })) {
      const meta = { chars: words.length };
      call.note("workspace.instructions", { target_type: "workspace", target_id: workspace_id, meta });
    }
    return show(await findInstructions(sql, workspace_id), actor);
  },
});

/** An owner or admin with a session. Throws 403 for a token, and for members. */
function manager(): Permit<Actor> {
  const session = sessionOnly("change what agents are told");
  return {
    needs: "an owner or admin of the workspace, signed in",
    check: async (call, input) => {
      await session.check(call, input);
      const actor = demandActor(call.actor);
      if (!isManager(actor))
        throw refuse.forbidden("workspace owner or admin role required", { code: "role_required" });
      return actor;
    },
  };
}

function show(found: Awaited<ReturnType<typeof findInstructions>>, actor: Actor) {
  return {
    instructions: found?.words ?? "",
    updated_at: found?.updated_at.toISOString() ?? null,
    updated_by: found?.updated_by ?? null,
    can_edit: isManager(actor),
  };
}
