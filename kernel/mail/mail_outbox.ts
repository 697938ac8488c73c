// Mail without a mail server: each message is a file that any mail program opens, and its link is in the log.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../base/log.ts";
import { writeAtomically } from "../blobs/fs_writer.ts";

/** The message as the composer takes it, after every rule of ours. */
export interface Envelope {
  from: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html?: string;
  messageId: string;
  date: Date;
  headers: Record<string, string>;
}

interface OutboxOptions {
  id: string;
  data_dir: string;
  log: Log;
}

let count = 0;

/**
 * Writes the whole message (RFC 5322) to `DATA_DIR/outbox/<time>-<count>-<id>.eml`, readable by its owner alone; the names
 * sort in the order of sending. The log line carries the first link, because a deployer without mail must get at it.
 */
export async function layInOutbox(envelope: Envelope, { id, data_dir, log }: OutboxOptions): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await composer.sendMail({ ...envelope, disableFileAccess: true, disableUrlAccess: true });
  if (!(message instanceof Uint8Array)) throw new Error("the composer gave a stream where bytes were asked for");
  const folder = join(data_dir, "outbox");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  count += 1;
  const stamp = envelope.date.toISOString().replaceAll(/[-:]/g, "");
  const file = join(folder, `${stamp}-${String(count).padStart(6, "0")}-${id}.eml`);
  await writeAtomically(file, message);
  const link = /https?:\/\/[^\s<>"]+/.exec(envelope.text)?.[0];
  log.info(
    { to: envelope.to.address, subject: envelope.subject, file, ...(link ? { link } : {}) },
    "mail laid in the outbox, because SMTP_URL is not set",
  );
}
