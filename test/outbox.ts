// Reads the mails that a house without a mail server has laid in its folder, as their recipients would.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";

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
