// The operations on where a person is told of what.
import {
  type Actor,
  NOTICE_CHANNELS,
  type NoticeKind,
  type Runtime,
  refuse,
  type Sql,
  type Static,
  signedIn,
  t,
  type WriteCall,
} from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { showChat } from "../chat/showing.ts";
import { listKinds } from "../kinds.ts";
import { ChatShape } from "../schemas.ts";
import { findChannel, setMail } from "../store/channels.ts";
import { findChat } from "../store/chats.ts";
import { type Choice, choiceFor, findChoices, putChoices } from "../store/settings.ts";

const KINDS_MAX = 200;

const choice = {
  app: t.Boolean({ description: "In the list of notifications." }),
  email: t.Boolean({ description: "By mail." }),
  chat: t.Boolean({ description: "To your chat, if you have given its address." }),
};

const Settings = t.Object(
  {
    kinds: t.Array(
      t.Object({
        kind: t.String(),
        title: t.String({ description: "What it tells of." }),
        ...choice,
        is_default: t.Boolean({ description: "Whether you have chosen nothing else." }),
        own_mail: t.Boolean({ description: "Its mail comes at once and alone, not in the digest." }),
      }),
    ),
    digest: t.Boolean({ description: "Whether you get the mail that gathers what happened in a quarter of an hour." }),
    email: t.Object({
      address: t.String(),
      delivers: t.Boolean({
        description: "false where the service has no mail server: its mails stay in a folder on the server.",
      }),
    }),
    chat: t.Nullable(ChatShape, { description: "Null while you have given no address." }),
  },
  { $id: "NotificationSettings" },
);
export type ShownSettings = Static<typeof Settings>;

export const readSettings = operation({
  id: "notification.settings",
  route: "GET /api/notifications/settings",
  summary: "Show what you are told of where",
  output: Settings,
  permit: signedIn(),
  connection_limit: "caller",
  run: ({ sql, actor, runtime }) => showSettings(sql, { actor, runtime }),
});

export const changeSettings = operation({
  id: "notification.settings.update",
  route: "PUT /api/notifications/settings",
  summary: "Change what you are told of where",
  description: "Only the kinds and channels sent change.",
  body: t.Object({
    kinds: t.Optional(
      t.Array(
        t.Object({
          kind: t.String({ maxLength: 64, description: "Such as comment.created." }),
          app: t.Optional(choice.app),
          email: t.Optional(choice.email),
          chat: t.Optional(choice.chat),
        }),
        { maxItems: KINDS_MAX, description: "What is to change." },
      ),
    ),
    digest: t.Optional(t.Boolean({ description: "false stops the mail that gathers what happened." })),
  }),
  output: Settings,
  permit: signedIn(),
  // What is told in a chat goes where we cannot tell who reads it.
  opens: ({ body }) => (body.kinds?.some(({ chat: told }) => told) ? "public" : null),
  audit: "notification.settings",
  run: async (call, { body }) => {
    await change(call, body);
    return await showSettings(call.sql, call);
  },
});

export interface Wanted {
  kinds?: readonly ({ kind: string } & { [channel in keyof Choice]?: boolean | undefined })[] | undefined;
  digest?: boolean | undefined;
}

/** Changes what was sent, in the caller's transaction. Throws 400 for a kind that there is not, and for one that is sent twice. */
export async function change(call: WriteCall<unknown>, { kinds = [], digest }: Wanted): Promise<void> {
  const { sql, actor, runtime, note } = call;
  const by = { workspace_id: actor.workspace.id, user_id: actor.user_id };
  const known = new Map((await listKinds(runtime)).map((one) => [one.kind, one]));
  refuseKinds(
    kinds.map(({ kind }) => kind),
    known,
  );
  const chosen = await findChoices(sql, actor.user_id);
  const changes = kinds.flatMap(({ kind: name, ...set }) => {
    const kind = known.get(name);
    if (!kind) return [];
    const former = choiceFor(kind, chosen);
    const choice = { app: set.app ?? former.app, email: set.email ?? former.email, chat: set.chat ?? former.chat };
    return isSame(choice, former) ? [] : [{ kind, choice }];
  });
  await putChoices(sql, by, changes);
  const isMailSet = digest !== undefined && (await setMail(sql, { ...by, is_on: digest }));
  if (changes.length === 0 && !isMailSet) return;
  const meta = { kinds: changes.map(({ kind }) => kind.kind), ...(isMailSet ? { digest } : {}) };
  note("notification.settings", { target_type: "user", target_id: actor.user_id, meta });
}

function refuseKinds(named: readonly string[], known: ReadonlyMap<string, NoticeKind>): void {
  const unknown = named.find((kind) => !known.has(kind));
  if (unknown !== undefined) {
    throw refuse.invalid(`kind "${unknown}" is not allowed; use one of ${[...known.keys()].join(", ")}`);
  }
  const twice = named.find((kind, index) => named.indexOf(kind) !== index);
  if (twice !== undefined) throw refuse.invalid(`kind "${twice}" is sent twice; send each once`);
}

/** Everything a person can set, as it stands. */
export async function showSettings(
  sql: Sql,
  { actor, runtime }: { actor: Actor; runtime: Runtime },
): Promise<ShownSettings> {
  const chosen = await findChoices(sql, actor.user_id);
  const mail = await findChannel(sql, { user_id: actor.user_id, channel: "email" });
  const chat = await findChat(sql, actor.user_id);
  return {
    kinds: (await listKinds(runtime)).map((kind) => showKind(kind, chosen)),
    digest: mail?.is_on ?? true,
    email: { address: actor.email, delivers: runtime.mail.kind === "smtp" },
    chat: chat && showChat(chat),
  };
}

function showKind(kind: NoticeKind, chosen: ReadonlyMap<string, Choice>): ShownSettings["kinds"][number] {
  const { app, email, chat } = choiceFor(kind, chosen);
  return {
    ...{ kind: kind.kind, title: kind.title, app, email, chat },
    is_default: !chosen.has(kind.kind),
    own_mail: kind.has_own_mail ?? false,
  };
}

function isSame(one: Choice, other: Choice): boolean {
  return NOTICE_CHANNELS.every((channel) => one[channel] === other[channel]);
}
