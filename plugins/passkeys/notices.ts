// What a person is told when a passkey of theirs comes or goes: a notice, and where mail is set up a mail at once.
import {
  type AuditEvent,
  type Listener,
  type Notice,
  type NoticeKind,
  notify,
  PRODUCT,
  plainWords,
  type Runtime,
  type Sql,
} from "../../kernel/plugin.ts";
import { queueMail } from "../../kernel/ports/mail.ts";
import { settingsPath } from "../app/port/paths.ts";
import { tellOwner } from "../signin/port.ts";

const CHANGED = "passkey.changed";
const NAME_CHARS_MAX = 60;

export const PASSKEY_KINDS: readonly NoticeKind[] = [
  {
    kind: CHANGED,
    title: "Passkeys of yours are added or removed",
    // Its mail goes out at once, and whatever somebody has chosen.
    channels: { app: true, email: false, chat: false },
    page: "passkey.page",
  },
];

export const passkeyListeners: readonly Listener[] = [
  notify("passkey.add", "tell_person", (event) => tellPerson(event, "was added: it signs you in from now on")),
  notify("passkey.remove", "tell_of_removal", (event) => tellPerson(event, "was removed: it signs nobody in any more")),
];

function tellPerson(event: AuditEvent, what: string): Notice[] {
  const title = `The passkey "${plainWords(String(event.meta["name"]), NAME_CHARS_MAX)}" ${what}`;
  return tellOwner(event, { kind: CHANGED, title, target_type: "passkey" });
}

/** Mails the person in the transaction that changed it; where no mail is set up the notice is all. */
export async function mailChange(
  { sql, runtime, now }: { sql: Sql; runtime: Runtime; now: Date },
  { email, name, change }: { email: string; name: string; change: "added to" | "removed from" },
): Promise<void> {
  if (runtime.mail.kind !== "smtp") return;
  const called = plainWords(name, NAME_CHARS_MAX);
  const text = `The passkey "${called}" was ${change} your account ${email} at ${runtime.config.base_url}.

Was that not you? Sign in, remove what you do not know, and sign out everywhere:

${runtime.config.base_url}${settingsPath("me/passkeys")}
`;
  await queueMail(sql, { to: email, subject: `A passkey was ${change} your account at ${PRODUCT.name}`, text }, now);
}
