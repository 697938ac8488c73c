// Words that the pages share: how long, how open, by whom.
import { nameTarget } from "../redirects.ts";
import type { OfferedRoot } from "../roots.ts";
import type { Client } from "../store/clients.ts";

/** The choices of duration that a workspace leaves; its own maximum is always among them. */
export function durations(maxDays: number): number[] {
  const usual = [1, 7, 30, 90, 180, 365].filter((days) => days < maxDays);
  return [...usual, maxDays];
}

export function durationWords(days: number): string {
  if (days === 365) return "1 year";
  return days === 1 ? "1 day" : `${days} days`;
}

export const VISIBILITY_WORDS = [
  ["any", "As open as you may"],
  ["unlisted", "For everybody with a link at most"],
  ["password", "Behind a password at most"],
  ["workspace", "Your workspace at most"],
  ["restricted", "Only whom you share with"],
] as const;

/** Who a client is, so far as the server can know: a name that anybody may claim, beside what it has proven. */
export function originWords(
  client: Pick<Client, "client_id" | "kind">,
  redirectUri: string,
): { proven: string | null; leads: string } {
  const target = nameTarget(redirectUri);
  const leads = {
    computer: "a program on your own computer",
    app: `an app on your device that opens ${target.name}: links`,
    site: target.name,
  }[target.where];
  return { proven: client.kind === "document" ? new URL(client.client_id).host : null, leads };
}

export function rootWords({ key, name }: OfferedRoot): string {
  return name ?? `Root ${key}, which you do not see any more`;
}
