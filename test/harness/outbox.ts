// Reads the mails that a server without a mail server has laid in its folder, as their recipients would.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import type { RunningServer } from "../../kernel/host.ts";

export interface ReceivedMail {
  file: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  /** Every http address in the text, in order. */
  links: string[];
}

/** The mails in `<data_dir>/outbox`, in the order in which they were sent. */
export async function readOutbox(dataDir: string): Promise<ReceivedMail[]> {
  const folder = join(dataDir, "outbox");
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .sort();
  return await Promise.all(
    files.map(async (name) => ({ file: join(folder, name), ...(await readMail(readFileSync(join(folder, name)))) })),
  );
}

/** Sends what waits, which may set more waiting, and answers every mail so far. */
export async function sentMails({ jobs, config }: Pick<RunningServer, "jobs" | "config">): Promise<ReceivedMail[]> {
  for (let round = 0; round < 3; round++) await jobs.runDue();
  return readOutbox(config.data_dir);
}

/** Answers, whenever it is called, the mails that are new since its last call. */
export function newMailsOf(runtime: Parameters<typeof sentMails>[0]): () => Promise<ReceivedMail[]> {
  let seen = 0;
  return async () => {
    const fresh = (await sentMails(runtime)).slice(seen);
    seen += fresh.length;
    return fresh;
  };
}

/** A message as a mail program reads it. */
export async function readMail(bytes: Uint8Array): Promise<Omit<ReceivedMail, "file">> {
  const mail = await PostalMime.parse(bytes);
  const text = mail.text ?? "";
  return {
    from: mail.from?.address ?? "",
    to: (mail.to ?? []).map((one) => one.address ?? ""),
    subject: mail.subject ?? "",
    text,
    html: mail.html ?? null,
    links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
  };
}
