// What people have chosen to be told of where, as rows.
import { NOTICE_CHANNELS, type NoticeChannel, type NoticeKind, type Sql } from "../../../kernel/plugin.ts";

/** Where a person is told of a kind. */
export type Choice = Readonly<Record<NoticeChannel, boolean>>;

/** What a person has chosen, by kind; what is missing is as declared. */
export async function findChoices(sql: Sql, userId: number): Promise<ReadonlyMap<string, Choice>> {
  const rows = await sql<({ kind: string } & Choice)[]>`
    select kind, app, email, chat from notification_settings where user_id = ${userId}`;
  return new Map(rows.map(({ kind, ...choice }) => [kind, choice]));
}

/** The choice that holds for a kind. */
export function choiceFor(kind: NoticeKind, chosen: ReadonlyMap<string, Choice>): Choice {
  return chosen.get(kind.kind) ?? kind.channels;
}

/** Keeps choices; one that is as declared leaves no row, so that it follows what is declared later. */
export async function putChoices(
  sql: Sql,
  by: { workspace_id: number; user_id: number },
  choices: readonly { kind: NoticeKind; choice: Choice }[],
): Promise<void> {
  const isDeclared = ({ kind, choice }: (typeof choices)[number]) =>
    NOTICE_CHANNELS.every((channel) => choice[channel] === kind.channels[channel]);
  const names = choices.filter(isDeclared).map(({ kind }) => kind.kind);
  await sql`delete from notification_settings where user_id = ${by.user_id} and kind = any(${names}::text[])`;
  const rows = choices.filter((one) => !isDeclared(one)).map(({ kind, choice }) => ({ kind: kind.kind, ...choice }));
  if (rows.length === 0) return;
  await sql`
    insert into notification_settings (workspace_id, user_id, kind, app, email, chat)
    select ${by.workspace_id}, ${by.user_id}, kind, app, email, chat
    from jsonb_to_recordset(${sql.json(rows)}) as row (kind text, app boolean, email boolean, chat boolean)
    on conflict (user_id, kind) do update set app = excluded.app, email = excluded.email, chat = excluded.chat`;
}
