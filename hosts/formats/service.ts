// How the JSON API says no:
// `{error}` in the service's voice, `{detail}` in the framework's (rules: requests/error_and_detail).

import type { Refusal } from "../../kernel/plugin.ts";
import { STATUS } from "../../kernel/ports/http.ts";
import type { Rendering } from "./rendering.ts";

export function renderService(refusal: Refusal, { request_id }: Rendering): Response {
  const { code, detail } = refusal;
  const said =
    refusal.voice === "framework" ? { detail: refusal.fields ?? refusal.message } : { error: refusal.message };
  const status = STATUS[refusal.kind];
  return Response.json({ ...said, ...detail, code, request_id }, { status, headers: demandedHeaders(status, refusal) });
}

/** What RFC 9110 asks of a 401 (15.5.2: which credential would do) and of a 416 (15.5.17: the size of the whole, for another range). */
export function demandedHeaders(status: number, { detail }: Refusal): Record<string, string> {
  if (status === 401) return { "www-authenticate": "Bearer" };
  return status === 416 ? { "content-range": `bytes */${detail["size"]}` } : {};
}

/** Raw uploads speak `{detail}` throughout, but for the documented bodies of 409 and 423 (rules: requests/raw_uploads). */
export function renderUpload(refusal: Refusal, { request_id }: Rendering): Response {
  const status = STATUS[refusal.kind];
  const documented = status === 409 || status === 423;
  const said = documented ? { error: refusal.message } : { detail: refusal.fields ?? refusal.message };
  // A missing query parameter of an upload is a plain 400.
  const shown =
    refusal.kind === "unprocessable" ? { status: 400, said: { detail: refusal.message } } : { status, said };
  const body = { ...shown.said, ...refusal.detail, code: refusal.code, request_id };
  return Response.json(body, { status: shown.status, headers: demandedHeaders(shown.status, refusal) });
}
