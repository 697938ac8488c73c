// How the provisioning surface says no: an Error resource of SCIM (RFC 7644, 3.12), whose status is a text.

import type { Refusal } from "../../kernel/plugin.ts";
import { STATUS } from "../../kernel/ports/http.ts";
import { jsonTypeOf } from "../../kernel/ports/operation.ts";
import type { Rendering } from "./rendering.ts";

const SCHEMA = "urn:ietf:params:scim:api:messages:2.0:Error";

/** The keyword of a refusal that does not name one by `detail.scimType`; other statuses have none (RFC 7644, table 9). */
const TYPES: Readonly<Record<number, string>> = { 400: "invalidValue", 409: "uniqueness", 422: "invalidSyntax" };

export function renderScim(refusal: Refusal, { request_id }: Rendering): Response {
  const said = STATUS[refusal.kind];
  const { scimType = TYPES[said], retry_after } = refusal.detail;
  // SCIM knows no 422: what has not the declared shape is a syntax that the server cannot read.
  const status = said === 422 ? 400 : said;
  const more = { ...(scimType ? { scimType } : {}), ...(retry_after ? { retry_after } : {}) };
  return answerScimError(status, { ...more, detail: refusal.message, request_id });
}

/** An Error resource; a caller without a credential that holds is told which kind is asked for (RFC 6750, 3). */
export function answerScimError(status: number, members: Readonly<Record<string, unknown>>): Response {
  const headers = {
    "content-type": jsonTypeOf("scim"),
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
  };
  return new Response(JSON.stringify({ schemas: [SCHEMA], status: String(status), ...members }), { status, headers });
}
