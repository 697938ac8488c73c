// How the OAuth endpoints say no:
// `{error, error_description}` (RFC 6749, 5.2; RFC 7591, 3.2.2), which any origin may read.

import type { Refusal } from "../../kernel/plugin.ts";
import { STATUS } from "../../kernel/ports/http.ts";
import type { Rendering } from "./rendering.ts";

/** What a refusal is called that does not name itself by `detail.error`. */
const CODES: Readonly<Record<number, string>> = {
  401: "invalid_client",
  403: "access_denied",
  429: "temporarily_unavailable",
  503: "temporarily_unavailable",
};

/** What RFC 6749 (5.2) allows in a description. */
const UNSPEAKABLE = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g;

export function renderOauth(refusal: Refusal, { request_id }: Rendering): Response {
  const status = refusal.kind === "unprocessable" ? 400 : STATUS[refusal.kind];
  // `error` is the code of this error format, and `code` means an authorization code there.
  const { error = CODES[status] ?? "invalid_request", code: _code, ...detail } = refusal.detail;
  const error_description = refusal.message.replaceAll('"', "'").replace(UNSPEAKABLE, "?");
  return Response.json({ error, error_description, ...detail, request_id }, { status });
}
