// What a policy says to a document that is about to be published or changed: its visibility and its retention.
import { refuse } from "../../kernel/plugin.ts";
import type { Publishing, RetentionRange } from "../documents/port/hooks.ts";
import type { Policy } from "./policy.ts";

type Ranges = Pick<Policy, "min_retention_days" | "max_retention_days">;

/** The range within which a retention that nobody chose is brought. */
export function rangeOf({ min_retention_days, max_retention_days }: Ranges): RetentionRange {
  return { days_min: min_retention_days ?? 0, days_max: max_retention_days };
}

/**
 * Throws 400 for a document that would not fit. What was there before the policy stays as it is until it is changed: then its
 * visibility has to fit, and a retention that is set anew.
 */
export function refuseMisplaced(
  policy: Policy,
  document: Pick<Publishing, "visibility" | "retention_days" | "before" | "files" | "root_id" | "actor">,
) {
  const { visibility, retention_days, before, files, root_id, actor } = document;
  const isSame = before?.visibility === visibility;
  const isRetentionSet = before?.retention_days !== retention_days;
  // An end alone opens nothing and brings nothing.
  const isEndAlone = isSame && isRetentionSet && files.length === 0;
  if (!isEndAlone && !fitsVisibility(policy, visibility)) {
    // In My documents an editor changes the content, and the visibility is the owner's.
    const is_theirs = root_id !== null || (before?.owner_id ?? actor.user_id) === actor.user_id;
    throw refuseVisibility(policy, { visibility, is_new: before === null, is_same: isSame, is_theirs });
  }
  if (isRetentionSet && !fitsRetention(policy, retention_days)) throw refuseRetention(policy, retention_days);
}

function fitsVisibility({ allowed_visibilities }: Policy, visibility: Publishing["visibility"]): boolean {
  return allowed_visibilities === null || allowed_visibilities.includes(visibility);
}

function fitsRetention({ min_retention_days, max_retention_days }: Ranges, days: number): boolean {
  if (days === 0) return max_retention_days === null;
  return days >= (min_retention_days ?? 1) && (max_retention_days === null || days <= max_retention_days);
}

function refuseVisibility(
  { allowed_visibilities }: Policy,
  asked: { visibility: string; is_new: boolean; is_same: boolean; is_theirs: boolean },
): Error {
  const allowed = (allowed_visibilities ?? []).join(", ");
  const { visibility, is_new, is_same, is_theirs } = asked;
  const change = is_theirs
    ? "change it first, or send visibility along to bring it back,"
    : "only its owner changes that, so ask them to change it";
  // What is made restricted without being asked, such as a database or a copy, may have no visibility to send.
  const wayOut =
    visibility === "restricted" ? "; where none can be sent, ask an owner or admin to allow restricted" : "";
  const words = is_same
    ? `the document's visibility is ${visibility}, which the workspace's policy no longer allows; ${change} to one of: ${allowed}`
    : is_new && visibility === "restricted"
      ? `the document would be restricted, as it is unless another visibility is sent, and the workspace's policy does not allow that; send visibility as one of: ${allowed}`
      : `the workspace's policy does not allow visibility ${visibility}; send one of: ${allowed}`;
  return refuse.invalid(`${words}${wayOut}`, { code: "policy_refused", allowed_visibilities });
}

function refuseRetention(policy: Ranges, days: number): Error {
  const { min_retention_days, max_retention_days } = policy;
  const least = min_retention_days ?? 1;
  const range = max_retention_days === null ? `${least} or more, or 0 for ever` : `${least} to ${max_retention_days}`;
  return refuse.invalid(
    `the workspace's policy does not allow retention_days ${days}${days === 0 ? " (for ever)" : ""}; send ${range}`,
    { code: "policy_refused", min_retention_days, max_retention_days },
  );
}
