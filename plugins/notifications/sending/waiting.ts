// What waits to be sent to a person, as they may see it at this moment.
import { type Actor, actorOf, findPerson, type Job, type Runtime } from "../../../kernel/plugin.ts";
import { listKinds } from "../kinds.ts";
import { type ShownNotification, showNotifications } from "../showing.ts";
import { dropWaiting, findChannel, nextTurn, postpone, type SentChannel } from "../store/channels.ts";
import { findWaiting } from "../store/notifications.ts";
import { choiceFor, findChoices } from "../store/settings.ts";

export interface Waiting {
  actor: Actor;
  /** None where the reader has lost or read all of them meanwhile. */
  notices: (ShownNotification & { title: string; visibility: string | null })[];
  /** How many more there are than fit. */
  more: number;
  /** Everything up to this one is settled once these are sent. */
  upto: number;
}

/** What a job is to send; null when it has nothing to do. Rights, choices and what was read are looked at again. */
export async function readWaiting(
  runtime: Runtime,
  { payload }: Job,
  { channel, limit }: { channel: SentChannel; limit: number },
): Promise<Waiting | null> {
  const { sql } = runtime.database;
  const now = runtime.clock.now();
  const user_id = Number(payload["user_id"]);
  const person = await findPerson(sql, user_id);
  const standing = await findChannel(sql, { user_id, channel });
  if (!person || person.disabled || !standing?.is_on) {
    await dropWaiting(sql, { user_id, channel });
    return null;
  }
  const turn = standing.sent_at && nextTurn(channel, standing.sent_at);
  if (turn && turn > now) {
    await postpone(sql, { user_id, channel, due: turn });
    return null;
  }
  const chosen = await findChoices(sql, user_id);
  const unwanted = (await listKinds(runtime))
    .filter((kind) => !choiceFor(kind, chosen)[channel])
    .map((kind) => kind.kind);
  const actor = actorOf(person, runtime);
  const of = { workspace_id: actor.workspace.id, user_id, channel, unwanted, limit };
  const { rows, total, upto } = await findWaiting(sql, of);
  if (upto === null) return null;
  const shown = await showNotifications({ sql, actor, now, runtime }, rows);
  const notices = shown.flatMap((one) => (one.title === null ? [] : [{ ...one, title: one.title }]));
  return { actor, notices, more: total - rows.length, upto };
}
