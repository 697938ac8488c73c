// Words that the pages share: how long, how open, by whom.
import { MY_DOCUMENTS } from "../../../kernel/ports/auth.ts";
import { nameTarget } from "../redirects.ts";
import type { OfferedRoot } from "../roots.ts";
import type { Client } from "../store/clients.ts";
import type { ConsentWords } from "./consent_words.ts";

/** The choices of duration that a workspace leaves; its own maximum is always among them. */
export function durations(maxDays: number): number[] {
  const usual = [1, 7, 30, 90, 180, 365].filter((days) => days < maxDays);
  return [...usual, maxDays];
}

export function durationWords(words: ConsentWords, days: number): string {
  return days === 365 ? words.year : words.days(days);
}

export const OPENNESSES = ["any", "unlisted", "password", "workspace", "restricted"] as const;

/** Who a client is, so far as the server can know: a name that anybody may claim, beside what it has proven. */
export function originWords(
  words: ConsentWords,
  { client, redirect_uri }: { client: Pick<Client, "client_id" | "kind">; redirect_uri: string },
): { proven: string | null; leads: string } {
  const target = nameTarget(redirect_uri);
  const leads = {
    computer: words.on_computer,
    app: words.on_device(target.name),
    site: target.name,
  }[target.where];
  return { proven: client.kind === "document" ? new URL(client.client_id).host : null, leads };
}

export function rootWords(words: ConsentWords, { key, name }: OfferedRoot): string {
  return key === MY_DOCUMENTS ? words.mine : (name ?? words.unseen(key));
}
