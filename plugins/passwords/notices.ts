// What a person is told when their password is set or removed: a notice, and where mail is set up a mail at once.
import {
  type AuditEvent,
  type Listener,
  type Notice,
  type NoticeKind,
  notify,
  PRODUCT,
  type Runtime,
  type Sql,
} from "../../kernel/plugin.ts";
import { queueMail } from "../../kernel/ports/mail.ts";
import { settingsPath } from "../app/port/paths.ts";
import { tellOwner } from "../signin/port.ts";

const CHANGED = "password.changed";

export const PASSWORD_KINDS: readonly NoticeKind[] = [
  {
    kind: CHANGED,
    title: "Your password is set or removed",
    // Its mail goes out at once, and whatever somebody has chosen.
    channels: { app: true, email: false, chat: false },
    page: "passkey.page",
  },
];

export const passwordListeners: readonly Listener[] = [
  notify("password.set", "tell_person", (event) =>
    tellPerson(event, "Your password was set: other sessions of yours have ended"),
  ),
  notify("password.remove", "tell_of_removal", (event) =>
    tellPerson(event, "Your password was removed: it signs nobody in any more"),
  ),
];

function tellPerson(event: AuditEvent, title: string): Notice[] {
  return tellOwner(event, { kind: CHANGED, title, target_type: "user" });
}

/** Mails the person in the transaction that changed it; where no mail is set up the notice is all. */
export async function mailChange(
  { sql, runtime, now }: { sql: Sql; runtime: Runtime; now: Date },
  { email, change }: { email: string; change: "set" | "removed" },
): Promise<void> {
  if (runtime.mail.kind !== "smtp") return;
  const text = `The password of your account ${email} at ${runtime.config.base_url} was ${change}.

Was that not you? Sign in by a link, set a password of your own, and sign out everywhere:

${runtime.config.base_url}${settingsPath("me/passkeys")}
`;
  await queueMail(sql, { to: email, subject: `Your password at ${PRODUCT.name} was ${change}`, text }, now);
}
