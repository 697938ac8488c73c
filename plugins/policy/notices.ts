// Tells a workspace's owners and admins of content that looked like credentials and was published with a warning.
import { type AuditEvent, type Notice, type NoticeContext, notify, type Sql } from "../../kernel/mod.ts";
import { SECRET_FOUND } from "./secrets/published.ts";

const TOLD_MAX = 100;

export const tellOfSecrets = notify(SECRET_FOUND, "tell_managers", secretNotice);

async function secretNotice(event: AuditEvent, { sql }: NoticeContext): Promise<Notice[]> {
  const { workspace_id, actor, actor_user_id, target_id, created_at, meta } = event;
  const user_ids = await listManagers(sql, workspace_id);
  const rules = Array.isArray(meta["rules"]) ? meta["rules"].map(String).join(", ") : "";
  return [
    {
      ...{ workspace_id, user_ids, kind: SECRET_FOUND, actor, actor_user_id, created_at },
      key: `${SECRET_FOUND}:${event.event_id}`,
      title: `A document of ${actor} looks as if it held credentials`,
      body: `${meta["findings"]} found: ${rules}`,
      target: { type: "doc", id: target_id },
      thread: null,
      // It goes to those who answer for the workspace, who may not open every document; the text names none.
      doc_id: null,
    },
  ];
}

async function listManagers(sql: Sql, workspaceId: number): Promise<number[]> {
  const rows = await sql<{ user_id: number }[]>`
    select user_id from users
    where workspace_id = ${workspaceId} and role in ('owner', 'admin') and disabled_at is null order by user_id limit ${TOLD_MAX}`;
  return rows.map((row) => row.user_id);
}
