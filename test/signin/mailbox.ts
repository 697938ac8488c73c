// Reads the mail that the server has sent, and the sign-in link in the last of it.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import type { RunningServer } from "../../kernel/host.ts";

export interface SentMail {
  to: string;
  subject: string;
  text: string;
}

/** Runs what is due, then answers every mail so far, the oldest first. */
export async function readMail(runtime: RunningServer): Promise<SentMail[]> {
  await runtime.jobs.runDue();
  const folder = join(runtime.config.data_dir, "outbox");
  const names = (await readdir(folder).catch(() => [])).sort();
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails.map((mail) => ({ to: mail.to?.[0]?.address ?? "", subject: mail.subject ?? "", text: mail.text ?? "" }));
}

/** The address in the last mail. */
export async function lastLink(runtime: RunningServer): Promise<URL> {
  const text = (await readMail(runtime)).at(-1)?.text ?? "";
  const found = /https?:\/\/\S+\/auth\/link\/\S+/.exec(text);
  if (!found) throw new Error("the last mail carries no sign-in link");
  return new URL(found[0]);
}
