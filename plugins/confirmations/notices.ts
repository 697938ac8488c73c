// What owners are told of settings about sign-in:
// that one waits for them, and that one was taken away by something else than a session.
import {
  HOUR_MS,
  type JobDefinition,
  MINUTE_MS,
  type Notice,
  type NoticeKind,
  notify,
  type Runtime,
} from "../../kernel/plugin.ts";
import { CONFIRMATIONS_PATH, listOwners, mailOwners } from "../members/port.ts";
import { takeUntold } from "./store/waiting_settings.ts";
import { confirmableHook } from "./waiting.ts";

export const SETTING_KINDS: readonly NoticeKind[] = [
  {
    kind: "sign_in_setting.waiting",
    title: "A setting about sign-in waits for an owner, or was taken away",
    // A mail of its own goes to every owner at once.
    channels: { app: true, email: false, chat: true },
  },
];

const TITLES = {
  "sign_in_setting.wait": (setting: string) => `Waits for an owner at ${CONFIRMATIONS_PATH}: ${setting}`,
  "sign_in_setting.end": (setting: string) => `Taken away by something else than a session: ${setting}`,
} as const;

export const settingListeners = (["sign_in_setting.wait", "sign_in_setting.end"] as const).map((action) =>
  notify(
    action,
    action.endsWith(".wait") ? "tell_waiting" : "tell_ended",
    async (event, { sql }): Promise<Notice[]> => [
      {
        workspace_id: event.workspace_id,
        user_ids: await listOwners(sql, event.workspace_id),
        kind: "sign_in_setting.waiting",
        key: `event:${event.event_id}`,
        actor: event.actor,
        // Whose token it was may know nothing of it.
        actor_user_id: null,
        title: TITLES[action](String(event.meta["setting"])),
        body: null,
        target: { type: "workspace", id: event.target_id },
        thread: null,
        doc_id: null,
        created_at: event.created_at,
      },
    ],
  ),
);

/** Tells the owners, once after the upgrade, of what stood before settings waited, which counts as confirmed. */
export function tellStandingJob(runtime: Runtime): JobDefinition {
  return {
    kind: "confirmations.tell",
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    every_ms: HOUR_MS,
    run: async (_job, { signal }) => {
      for (let told = true; told && !signal.aborted; ) {
        told = await runtime.database.withTransaction(async (sql) => {
          const workspace_id = await takeUntold(sql);
          if (workspace_id === null) return false;
          const kinds = await runtime.callHook(confirmableHook, undefined);
          const lines = (await Promise.all(kinds.map((kind) => kind.holds(sql, workspace_id)))).flat();
          if (lines.length === 0) return true;
          await mailOwners(sql, {
            workspace_id,
            now: runtime.clock.now(),
            subject: "What decides who signs in to your workspace",
            text: `From now on, what is set about sign-in otherwise than by somebody who is signed in waits until an owner confirms it.
What was set before goes on, and counts as confirmed:

${lines.map((line) => `- ${line}`).join("\n")}

If you do not know one of these, take it away, and look at who is owner or admin and at the tokens of your workspace:

${runtime.config.base_url}${CONFIRMATIONS_PATH}
`,
          });
          return true;
        });
      }
      runtime.jobs.wake();
    },
  };
}
