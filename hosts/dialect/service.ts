// How the JSON API says no: `{error}` in the service's voice, `{detail}` in the framework's (rules: requests 5).
import type { Refusal } from "../../kernel/mod.ts";
import type { Rendering } from "./rendering.ts";
import { STATUS } from "./status.ts";

export function renderService(refusal: Refusal, { request_id }: Rendering): Response {
  const { code, detail } = refusal;
  const said =
    refusal.voice === "framework" ? { detail: refusal.fields ?? refusal.message } : { error: refusal.message };
  const status = STATUS[refusal.kind];
  // A 416 tells the size of the whole, so that the client can ask for a part that there is (RFC 9110, 15.5.17).
  const headers = status === 416 ? { "content-range": `bytes */${detail["size"]}` } : undefined;
  return Response.json({ ...said, ...detail, code, request_id }, headers ? { status, headers } : { status });
}

/** Raw uploads speak `{detail}` throughout, but for the documented bodies of 409 and 423 (rules: requests 7). */
export function renderUpload(refusal: Refusal, { request_id }: Rendering): Response {
  const status = STATUS[refusal.kind];
  const documented = status === 409 || status === 423;
  const said = documented ? { error: refusal.message } : { detail: refusal.fields ?? refusal.message };
  // A missing query parameter of an upload is a plain 400.
  const shown =
    refusal.kind === "unprocessable" ? { status: 400, said: { detail: refusal.message } } : { status, said };
  return Response.json({ ...shown.said, ...refusal.detail, code: refusal.code, request_id }, { status: shown.status });
}
