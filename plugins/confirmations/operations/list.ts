// What is set about sign-in and waits for an owner, for its managers (rules: companies/waiting).
import { ROLES, t } from "../../../kernel/plugin.ts";
import { isOwnersHandAmong, listUnconfirmedRoles, workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { listWaitingSettings } from "../store/waiting_settings.ts";
import { confirmableHook, showWaiting, Waiting } from "../waiting.ts";
import { kindOf } from "./kinds.ts";

export const readConfirmations = operation({
  id: "confirmation.list",
  route: "GET /api/confirmations",
  summary: "List what is set about sign-in and waits for an owner",
  output: t.Object({
    can_decide: t.Boolean({ description: "Whether you are an owner whose own role waits for nobody." }),
    settings: t.Array(
      t.Object({ id: t.Integer(), title: t.String({ description: "What it would do, in words." }), ...Waiting }),
    ),
    roles: t.Array(
      t.Object({
        user_id: t.Integer(),
        email: t.String(),
        role: t.OneOf(ROLES),
        given_by: t.Nullable(t.String({ description: "By whose credential." })),
        given_at: t.Instant(),
      }),
    ),
  }),
  permit: workspaceManager(),
  run: async ({ sql, actor, runtime }) => {
    const workspace_id = actor.workspace.id;
    const [rows, roles, kinds] = await Promise.all([
      listWaitingSettings(sql, workspace_id),
      listUnconfirmedRoles(sql, workspace_id),
      runtime.callHook(confirmableHook, undefined),
    ]);
    const settings = rows.map(async (row) => {
      const { title } = await kindOf(kinds, row).describe(sql, row);
      return { id: row.setting_id, title, ...showWaiting(runtime, row) };
    });
    return {
      can_decide: isOwnersHandAmong(roles, actor),
      settings: await Promise.all(settings),
      roles: roles.map(({ user_id, email, role, giver, created_at }) => ({
        ...{ user_id, email, role, given_by: giver },
        given_at: created_at.toISOString(),
      })),
    };
  },
});
