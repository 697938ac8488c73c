// How many sign-in links one mailbox is sent, counted the same for every address, whether there is an account or not.
import { mailboxOf, type RequestFacts, type Runtime } from "../../kernel/plugin.ts";
import { siteOf } from "../../kernel/ports/http.ts";

interface Asked {
  email: string;
  request: RequestFacts;
  now: Date;
}

/**
 * Counts a request for a link. By the asker's own network first: nobody else's sign-in suffers from what one of them asks, and it
 * takes many together to use up what one mailbox gets at most.
 */
export async function countMail(runtime: Runtime, asked: Asked): Promise<void> {
  const { here, mailbox } = subjectsOf(asked);
  await runtime.quotas.take("login_mail", here, asked.now);
  await runtime.quotas.take("login_mail_day", here, asked.now);
  await runtime.quotas.take("login_mail_total", mailbox, asked.now);
  await runtime.quotas.take("login_mail_total_day", mailbox, asked.now);
}

/** Counts a code that is typed, by the asker's own network first, and the same for every address. */
export async function countCode(runtime: Runtime, asked: Asked): Promise<void> {
  const { here, mailbox } = subjectsOf(asked);
  await runtime.quotas.take("login_code", here, asked.now);
  await runtime.quotas.take("login_code_total", mailbox, asked.now);
}

/** A link that signed somebody in was no nuisance to them: what it counted for the day is given back. */
export async function forgetMail(runtime: Runtime, asked: Asked): Promise<void> {
  const { here, mailbox } = subjectsOf(asked);
  await runtime.quotas.giveBack("login_mail_day", here, asked.now);
  await runtime.quotas.giveBack("login_mail_total_day", mailbox, asked.now);
}

function subjectsOf({ email, request }: Asked): { here: string; mailbox: string } {
  const mailbox = mailboxOf(email);
  return { here: `${mailbox} ${siteOf(request.ip)}`, mailbox };
}
