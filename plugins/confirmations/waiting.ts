// The home of "confirmed by an owner in a session":
// what is set about sign-in waits here until then (rules: companies/waiting).
import {
  type Actor,
  hook,
  type JsonObject,
  plainWords,
  type Runtime,
  type Sql,
  type Static,
  t,
  type WriteCall,
} from "../../kernel/plugin.ts";
import { CONFIRMATIONS_PATH, mailOwners } from "../members/port.ts";
import {
  deleteWaitingSetting,
  findWaitingSetting,
  insertWaitingSetting,
  type WaitingSetting,
} from "./store/waiting_settings.ts";

/** How a setting reads to an owner who has to decide. */
export interface Described {
  /** A sentence without its full stop, such as `Sign people of acme.example in through login.acme.example`. */
  title: string;
  facts: readonly (readonly [label: string, value: string])[];
  /** What it means, where that is not plain. */
  note?: string;
}

/** What a plugin says of its settings that may wait. */
export interface Confirmable {
  kind: string;
  describe(sql: Sql, row: WaitingSetting): Promise<Described> | Described;
  /** What is slow, before the transaction. */
  prepare?(row: WaitingSetting): Promise<unknown>;
  /** Makes it the setting that holds, as an owner's who is signed in. It throws what the operation that set it would. */
  apply(call: WriteCall, row: WaitingSetting, prepared: unknown): Promise<void>;
  /** What holds now, in a line each. */
  holds(sql: Sql, workspaceId: number): Promise<string[]>;
}

/** Asked for every kind of setting that may wait. */
export const confirmableHook = hook<undefined, Confirmable>("confirmations.kinds");

export const Waiting = {
  set_by: t.Nullable(t.String(), { description: "Whose credential it was." }),
  set_with: t.String({ description: "What they did it with, such as a token by its name." }),
  set_at: t.Instant(),
  confirm_url: t.String({ description: "Where an owner who is signed in confirms or discards it." }),
};

/** What waits, of things that show nothing else of it. */
export const WaitingShape = t.Object(Waiting, { $id: "WaitingSetting" });

/** Who set it, when and with what, as every answer says it that shows something waiting. */
export function showWaiting({ config }: Pick<Runtime, "config">, row: WaitingSetting): Static<typeof WaitingShape> {
  const { setter, set_with, created_at } = row;
  return {
    set_by: setter,
    set_with,
    set_at: created_at.toISOString(),
    confirm_url: config.base_url + CONFIRMATIONS_PATH,
  };
}

export interface WantedSetting {
  kind: string;
  subject: string;
  wanted: JsonObject;
  /** A secret of it; null for none. */
  sealed: Uint8Array | null;
  /** The secret is the one that waits already. */
  keeps?: boolean;
  tested_at?: Date | null;
  described: Described;
}

/** Lets a setting wait in the place of what waited before, and tells the owners unless it says the same as that. */
export async function letWait(call: WriteCall, setting: WantedSetting): Promise<void> {
  const { sql, now, actor } = call;
  const { kind, subject, wanted, sealed, tested_at = null, keeps = true, described } = setting;
  const key = { workspace_id: actor.workspace.id, kind, subject };
  const before = await findWaitingSetting(sql, key);
  const isSame = before !== null && Bun.deepEquals(before.wanted, wanted);
  if (isSame && keeps) return;
  await deleteWaitingSetting(sql, key);
  await insertWaitingSetting(sql, {
    ...key,
    wanted,
    sealed,
    tested_at,
    set_by: actor.user_id,
    set_with: meansOf(actor),
    now,
  });
  if (!isSame) await tellOwners(call, { action: "sign_in_setting.wait", described });
}

/** Tells every owner, by notice and by mail, of what waits for them, or of what was taken away otherwise than in a session. */
export async function tellOwners(
  call: WriteCall,
  { action, described }: { action: "sign_in_setting.wait" | "sign_in_setting.end"; described: Described },
): Promise<void> {
  const { actor, sql, now, runtime } = call;
  const { id: workspace_id, slug } = actor.workspace;
  const { title } = described;
  call.noteLent(action, { target_type: "workspace", target_id: slug, meta: { setting: title } });
  const waits = action === "sign_in_setting.wait";
  const facts = described.facts.map(([label, value]) => `${label}: ${value}`).join("\n");
  const end = waits
    ? "It waits: nobody signs in by it, and what was confirmed last goes on, until an owner who is signed in confirms it"
    : "It holds already. What decides who signs in stands";
  await mailOwners(sql, {
    workspace_id,
    now,
    subject: waits ? "A setting about sign-in waits for you" : "A setting about sign-in was taken away",
    text: `${actor.email} has set this with ${meansOf(actor)}:

${title}.
${facts}

${end} here:

${runtime.config.base_url}${CONFIRMATIONS_PATH}

If nobody of you meant it, ${waits ? "discard it there" : "set it again"}, and revoke the tokens that you do not know.
`,
  });
}

const NAME_CHARS_MAX = 60;

/** With what somebody acts, in words. */
function meansOf({ token, credential }: Pick<Actor, "token" | "credential">): string {
  if (token?.client) return `the program "${plainWords(token.client, NAME_CHARS_MAX)}"`;
  if (token) return `the token "${plainWords(token.name, NAME_CHARS_MAX)}"`;
  return credential === "session" ? "a session, while their role waits for an owner" : "an upload ticket";
}
