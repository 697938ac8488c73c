// Tells a workspace's owners and admins of content that looked like credentials and was published with a warning.
import { type AuditEvent, type Notice, type NoticeContext, type NoticeKind, notify } from "../../kernel/plugin.ts";
import { listManagers } from "../members/port.ts";
import { SECRET_FOUND } from "./secrets/published.ts";

export const SECRET_KIND: NoticeKind = {
  kind: SECRET_FOUND,
  title: "Documents that look as if they held credentials",
  channels: { app: true, email: true, chat: true },
};

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
