// Words that the pages share: how long, how open, by whom.
import type { TokenLimits } from "../../../kernel/plugin.ts";
import { nameTarget } from "../redirects.ts";
import { type OfferedRoot, withHeld } from "../roots.ts";
import type { Client } from "../store/clients.ts";
import { TOOLSETS } from "../toolsets.ts";

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

/** So many roots are named; the others are counted. */
const NAMED_MAX = 4;

export function rootWords({ key, name }: OfferedRoot): string {
  return name ?? `Root ${key}, which you do not see any more`;
}

/** What a connection may do, in a few words each. */
export function limitWords(limits: TokenLimits, roots: readonly OfferedRoot[]): string[] {
  const words = [limits.read_only ? "Reads only" : "Reads and changes"];
  if (limits.roots) {
    const names = withHeld(roots, limits).flatMap((root) => (limits.roots?.includes(root.key) ? rootWords(root) : []));
    const more = names.length - NAMED_MAX;
    words.push(`In: ${names.slice(0, NAMED_MAX).join(", ")}${more > 0 ? ` and ${more} more` : ""}`);
  }
  if (limits.toolsets)
    words.push(
      TOOLSETS.filter(({ name }) => limits.toolsets?.includes(name))
        .map((one) => one.label)
        .join(", ") || "No tools",
    );
  const openness = VISIBILITY_WORDS.find(([value]) => value === limits.max_visibility);
  if (openness) words.push(`Publishes: ${openness[1].toLowerCase()}`);
  return words;
}
