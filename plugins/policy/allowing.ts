// Who may come to read by what a change of the policy allows: what the operation on policies says that it opens.
import { type Openness, widest } from "../../kernel/plugin.ts";
import type { Policy } from "./policy.ts";

/** What the word for publishing folders lets be opened. */
const PUBLISHED: Record<Policy["publishing"], Openness | null> = {
  public: "public",
  signed_in: "workspace",
  off: null,
};

type Change = { [name in keyof Policy]?: Policy[name] | undefined };

/**
 * As much as what is sent lets people open, whatever was allowed before. Bounds of retention open nothing, and neither does a scan
 * that blocks; one that lets credentials through lets them go as far as documents go.
 */
export function allowedBy(change: Change): Openness | null {
  const { publishing, allowed_visibilities, secret_scan, hand_over, ip_allowlist } = change;
  return widest(
    publishing ? PUBLISHED[publishing] : null,
    allowed_visibilities === null ? "unlisted" : widest(...(allowed_visibilities ?? [])),
    secret_scan === undefined || secret_scan === "block" ? null : "public",
    hand_over === "owners" ? "restricted" : null,
    ip_allowlist === undefined ? null : "workspace",
  );
}
