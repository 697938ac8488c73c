// Mail to people: queued in the transaction that wants it, then sent by a job through SMTP or laid in a folder.

import { isEmailAddress } from "../base/email_address.ts";
import { randomSlug } from "../base/ids.ts";
import type { JsonObject } from "../base/json.ts";
import type { Log } from "../base/log.ts";
import { refuse } from "../base/refusal.ts";
import { type Clock, HOUR_MS, SECOND_MS } from "../base/time.ts";
import type { Config } from "../config/config.ts";
import type { Sql } from "../db/sql.ts";
import { abandonJob, doublingBackoff, type JobDefinition } from "../jobs/job.ts";
import { enqueue } from "../jobs/job_queue.ts";
import { type Envelope, layInOutbox } from "./mail_outbox.ts";
import { plainWords } from "./plain_words.ts";

/** One mail to one person. */
export interface MailMessage {
  /** One bare address, no name. */
  to: string;
  /** One line, in which links and addresses fall apart (`plainWords`): names and titles in it are of people's choosing. */
  subject: string;
  text: string;
  html?: string;
  /** An address that ends mails of the kind: a page for GET, and done at once by the POST of a mail program (RFC 8058). */
  unsubscribe?: string;
}

export interface SendOptions {
  /** Makes the Message-ID; the same for every attempt, so that a mail which arrives twice is shown once. */
  id?: string;
}

export interface Mail {
  /** Whether people get their mail, or the deployer finds it in `DATA_DIR/outbox` and its links in the log. */
  kind: "smtp" | "outbox";
  /** Sends at once; from a request, use `queueMail`. Throws what went wrong, and 400 for a `to` that is not one address. */
  send(message: MailMessage, options?: SendOptions): Promise<void>;
  /** Null when mail can be sent, else the problem in one line. Sends nothing. */
  check(): Promise<string | null>;
}

export interface MailParts {
  config: Pick<Config, "smtp_url" | "mail_from" | "data_dir" | "base_url">;
  clock: Clock;
  log: Log;
}

const MAIL_JOB = "mail.send";
const SUBJECT_LENGTH_MAX = 250;

/** Mail through SMTP when `config.smtp_url` is set, else into files. The SMTP library is loaded with the first mail. */
export function createMail({ config, clock, log }: MailParts): Mail {
  const transport = config.smtp_url === null ? null : createTransportOpener(config.smtp_url);

  function compose(message: MailMessage, id: string): Envelope {
    return {
      from: config.mail_from,
      // An object, because a text would be parsed as a list of addresses.
      to: { name: "", address: checkAddress(message.to) },
      subject: plainWords(message.subject, SUBJECT_LENGTH_MAX),
      text: message.text,
      ...(message.html === undefined ? {} : { html: message.html }),
      messageId: `<${id}@${new URL(config.base_url).hostname}>`,
      date: clock.now(),
      // Keeps absence notes and ticket systems from answering (RFC 3834).
      headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(message.unsubscribe) },
    };
  }

  return {
    kind: transport ? "smtp" : "outbox",
    async send(message, { id = randomSlug() } = {}) {
      const envelope = compose(message, id);
      if (!transport) return await layInOutbox(envelope, { id, data_dir: config.data_dir, log });
      await (await transport()).sendMail(envelope);
      log.info({ to: message.to, subject: envelope.subject, message_id: envelope.messageId }, "mail sent");
    },
    async check() {
      if (!transport) return null;
      try {
        await (await transport()).verify();
        return null;
      } catch (error) {
        return `the server of SMTP_URL does not take mail: ${error instanceof Error ? error.message : String(error)}`;
      }
    },
  };
}

/** Queues a mail; inside a transaction it is sent when that commits. Throws 400 for a `to` that is not one address. */
export async function queueMail(sql: Sql, message: MailMessage, now: Date): Promise<void> {
  checkAddress(message.to);
  await enqueue(sql, { kind: MAIL_JOB, payload: { ...message, id: randomSlug() }, due_at: now });
}

/** How a job that sends a mail tries again: with doubling waits up to an hour, for about half a day. */
export const MAIL_TRIES = { attempts_max: 18, backoff_ms: doublingBackoff(15 * SECOND_MS, HOUR_MS) } as const;

/** Sends within a job. What the receiving server refuses for good is logged and not tried again; other failures are thrown. */
export async function sendUnlessRefused(
  { mail, log }: { mail: Mail; log: Pick<Log, "warn"> },
  message: MailMessage,
  id: string,
): Promise<void> {
  try {
    await mail.send(message, { id });
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    log.warn({ err: error, mail: id }, "the receiving server does not take this mail");
  }
}

/** The job that sends what `queueMail` queued, unless the receiving server refuses for good. */
export function mailJob(mail: Mail): JobDefinition {
  return {
    kind: MAIL_JOB,
    ...MAIL_TRIES,
    async run({ payload }) {
      const { id, ...message } = readQueued(payload);
      try {
        await mail.send(message, { id });
      } catch (error) {
        throw isRefusedForGood(error) ? abandonJob(error.message) : error;
      }
    },
  };
}

function readQueued(payload: JsonObject): MailMessage & { id: string } {
  const { to, subject, text, html, unsubscribe, id } = payload;
  if (typeof to !== "string" || typeof subject !== "string" || typeof text !== "string" || typeof id !== "string") {
    throw abandonJob("the payload is not a mail");
  }
  return {
    ...{ to, subject, text, id },
    ...(typeof html === "string" ? { html } : {}),
    ...(typeof unsubscribe === "string" ? { unsubscribe } : {}),
  };
}

/** One-click is for https alone (RFC 8058, 3.1); elsewhere the link leads to its page. */
function unsubscribeHeaders(address: string | undefined): Record<string, string> {
  if (address === undefined) return {};
  const listed = { "List-Unsubscribe": `<${address}>` };
  return address.startsWith("https:") ? { ...listed, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : listed;
}

/**
 * Whether the receiving server refused this mail for good (RFC 5321, 4.2.1), so that trying again is useless. A refused
 * password or sender is the deployer's to mend, and then the mail still goes out.
 */
export function isRefusedForGood(error: unknown): error is Error {
  if (!(error instanceof Error) || !("permanent" in error) || !("command" in error)) return false;
  return error.permanent === true && (error.command === "RCPT TO" || error.command === "DATA");
}

function checkAddress(to: string): string {
  if (isEmailAddress(to)) return to;
  throw refuse.invalid(`${JSON.stringify(to)} is not one e-mail address: give it as name@example.com`);
}

function createTransportOpener(url: string) {
  let opened: ReturnType<typeof openTransport> | null = null;
  return () => {
    opened ??= openTransport(url);
    return opened;
  };
}

async function openTransport(url: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
