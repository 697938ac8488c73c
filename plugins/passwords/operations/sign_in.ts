// Signing in by a password: the same words and work whether there is an account or not (rules: signin/passwords).
import {
  answerPage,
  anyone,
  enqueue,
  findPerson,
  html,
  mailboxOf,
  type Page,
  type PrepareCall,
  type RequestFacts,
  t,
} from "../../../kernel/plugin.ts";
import { siteOf } from "../../../kernel/ports/http.ts";
import { hashPassword, verifyPassword } from "../../../kernel/ports/workers.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { safeNext, signInPath } from "../../pages.ts";
import { completeSignIn, demandOpenWay, NextText, orRefused, speakAsFramework } from "../../signin/port.ts";
import { passwordWords } from "../app/words.ts";
import { FAILED_JOB } from "../failed_job.ts";
import { demandPasswords } from "../settings.ts";
import { findPasswordByEmail, holdSame, type PasswordRow } from "../store.ts";

const METHOD = "password";

export const signInByPassword = operation({
  id: "login.password",
  route: "POST /auth/password",
  decides: "sign-in",
  summary: "Signs in by a password",
  description:
    "Where the operator takes passwords. Sets the session cookie and redirects; a page says the same of a wrong password and of an address without an account.",
  form: t.Object({
    email: t.Email(),
    password: t.String({ maxLength: manifest.caps.account_password_chars, description: "The password." }),
    next: t.Optional(NextText),
  }),
  raw: "page",
  also: [303],
  refuses: [403, 409, 503],
  anonymous: true,
  permit: anyone(),
  quota: "login",
  opens: null,
  audit: ["login.ok", "login.fail"],
  prepare: async (call, { form }) => {
    const { runtime, sql, request, now } = call;
    demandPasswords(runtime);
    await demandOpenWay(runtime, { sql, email: form.email, method: METHOD });
    await countTry(call, form.email).catch(speakAsFramework);
    const row = await findPasswordByEmail(sql, form.email);
    const holds = await verifyPassword(form.password, row?.hash ?? (await someHash()));
    if (row && holds) {
      const { here, mailbox } = subjectsOf(form.email, request.ip);
      await runtime.quotas.giveBack("password_try", here, now);
      await runtime.quotas.giveBack("password_try_total", mailbox, now);
      return row;
    }
    return null;
  },
  run: async (call, { form }, verified: PasswordRow | null) => {
    const { sql, runtime, request, now, afterCommit } = call;
    const next_path = safeNext(form.next, runtime.config.base_url);
    const wrong = () => {
      const has_mail = runtime.mail.kind === "smtp";
      return answerPage(wrongPage(call, { email: form.email, next_path, has_mail }), { status: 403 });
    };
    if (!verified || !(await holdSame(sql, verified))) {
      // Who it was for is found out afterwards, so that the answer takes as long for whoever has no account.
      const payload = { email: form.email, request_id: request.id, ip: request.ip };
      await enqueue(sql, { kind: FAILED_JOB, payload, due_at: now });
      afterCommit(() => runtime.jobs.wake());
      return wrong();
    }
    return orRefused(call, METHOD, async (within, isFor) => {
      const person = await findPerson(within.sql, verified.user_id);
      if (!person) return wrong();
      isFor(person);
      return completeSignIn(within, { person, method: METHOD, next_path, is_new: false, proves_address: false });
    });
  },
});

/** Counted by the asker's own network first, and the same for every address: nobody keeps others out of their account alone. */
async function countTry(
  { runtime, request, now }: Pick<PrepareCall, "runtime" | "request" | "now">,
  email: string,
): Promise<void> {
  const { here, mailbox } = subjectsOf(email, request.ip);
  await runtime.quotas.take("password_try", here, now);
  await runtime.quotas.take("password_try_total", mailbox, now);
}

function subjectsOf(email: string, ip: string): { here: string; mailbox: string } {
  const mailbox = mailboxOf(email);
  return { here: `${mailbox} ${siteOf(ip)}`, mailbox };
}

let made: Promise<string> | null = null;

/** A hash that nobody knows the password of. */
function someHash(): Promise<string> {
  made ??= hashPassword(crypto.randomUUID());
  return made;
}

function wrongPage(
  { request }: { request: RequestFacts },
  { email, next_path, has_mail }: { email: string; next_path: string; has_mail: boolean },
): Page {
  const words = passwordWords({ request });
  return {
    title: words.not_signed_in,
    reader: request,
    body: html`
    <h1>${words.not_signed_in}</h1>
    <p>${words.wrong}</p>
    <p class="soft">${has_mail ? html`${words.forgotten} <a href="${settingsPath("me/passkeys")}">${words.set_another}</a>.` : words.forgotten_no_mail}</p>
    <p class="actions"><a class="button full" href="${signInPath(next_path, { email })}">${words.try_again}</a></p>`,
  };
}
