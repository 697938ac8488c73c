// Reads what a writer claims to have read or to hold, from the members of a request and from its If-Match.
import { type RequestFacts, refuse } from "../../../kernel/plugin.ts";
import type { Conditions } from "../write/conflict.ts";

/** The members that writes of content share. */
export interface SentConditions {
  base_version?: number;
  base_sha256?: string;
  lock_token?: string;
}

/** A member wins over the header that says the same. */
export function conditionsOf({ request }: { request: RequestFacts }, sent: SentConditions): Conditions {
  return { ...requestedConditions(sent), base_sha256: hashesOf(sent) ?? readMatch(request.headers) };
}

/** The same for what a query or a ticket says, where there is no header to read. */
export function requestedConditions(options: SentConditions & { lock_hash?: string }): Conditions {
  const { base_version, lock_token, lock_hash } = options;
  return { base_version, base_sha256: hashesOf(options), lock_token, lock_hash };
}

/** Throws 400 when nothing says what the writer has read, since they would write over what they have not. */
export function demandBase({ base_version, base_sha256 }: Conditions): void {
  if (base_version !== undefined || base_sha256 !== undefined) return;
  throw refuse.invalid(
    "replacing a file needs base_version, the version that you read; base_sha256 or If-Match with the file's ETag will do, too",
  );
}

function hashesOf({ base_sha256 }: SentConditions): readonly string[] | undefined {
  return base_sha256 === undefined ? undefined : [base_sha256.toLowerCase()];
}

/**
 * `If-Match` names the contents that the file may hold, as ETags, or `*` for any; `If-None-Match: *` wants no file there (RFC
 * 9110, 13.1). A weak ETag never matches.
 */
function readMatch(headers: Headers): readonly string[] | undefined {
  const match = headers.get("if-match");
  if (match !== null) return match.split(",").map((tag) => tag.trim().replace(/^"([^"]*)"$/, "$1") || "none");
  return headers.get("if-none-match")?.trim() === "*" ? [""] : undefined;
}
