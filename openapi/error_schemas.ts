// The bodies of refusals as schemas: what the error formats in hosts/formats/ render.
import { REFUSAL_CODES } from "../kernel/host.ts";
import type { JsonSchema } from "./document.ts";

export const REQUEST_ID = { type: "string", description: "The id that the server logged the request under." };

function errorSchema(id: string, description: string, members: Record<string, JsonSchema>, optional: string[] = []) {
  const required = Object.keys(members).filter((name) => !optional.includes(name));
  return { $id: id, type: "object", description, properties: members, required };
}

const ERROR = { type: "string", description: "What is wrong and the way out." };
const RETRY_AFTER = { type: "integer", description: "Seconds until the bucket is empty again." };

const CODE = {
  $id: "ErrorCode",
  type: "string",
  description: `What a program may branch on; more may come.\n\n${listCodes()}`,
  enum: Object.keys(REFUSAL_CODES),
};

function listCodes(): string {
  return Object.entries(REFUSAL_CODES)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
    .join("\n");
}

export const ServiceError = errorSchema("ServiceError", "The service says no.", {
  error: ERROR,
  code: CODE,
  request_id: REQUEST_ID,
});
export const FrameworkError = errorSchema("FrameworkError", "The server says no before the service is asked.", {
  detail: ERROR,
  code: CODE,
  request_id: REQUEST_ID,
});
const FieldError = errorSchema("FieldError", "One malformed place of a request.", {
  loc: {
    type: "array",
    items: { anyOf: [{ type: "string" }, { type: "integer" }] },
    description: "The path from `body`, `query` or `path`.",
  },
  msg: { type: "string" },
  type: { type: "string" },
});
export const ValidationError = errorSchema("ValidationError", "The request does not have the declared shape.", {
  detail: { type: "array", items: FieldError },
  code: CODE,
  request_id: REQUEST_ID,
});
export const PlanError = errorSchema("PlanError", "The workspace's plan does not carry this.", {
  error: ERROR,
  code: CODE,
  plan: { type: "string", description: "The plan from which on it does." },
  request_id: REQUEST_ID,
});
export const VersionConflict = errorSchema(
  "VersionConflict",
  "Somebody wrote since `base_version` was read; the members beside `error` say what.",
  {
    error: ERROR,
    code: CODE,
    request_id: REQUEST_ID,
    current_version: { type: "integer" },
    base_version: { type: ["integer", "null"], description: "Null where `base_sha256` was what did not hold." },
    changed_by: { description: "Who wrote last, or null." },
    diff: {
      type: ["string", "null"],
      description: "Unified diff from `base_version` to the current one; null when either side is not text.",
    },
  },
  ["current_version", "base_version", "changed_by", "diff"],
);
export const QuotaError = errorSchema("QuotaError", "The account's bucket is full.", {
  error: ERROR,
  code: CODE,
  retry_after: RETRY_AFTER,
  request_id: REQUEST_ID,
});
export const ThrottleError = errorSchema("ThrottleError", "The address's bucket is full.", {
  detail: ERROR,
  code: CODE,
  retry_after: RETRY_AFTER,
  request_id: REQUEST_ID,
});
export const OauthError = errorSchema("OauthError", "The authorization server says no (RFC 6749, 5.2).", {
  error: { type: "string", description: "The code, such as `invalid_grant`." },
  error_description: ERROR,
  request_id: REQUEST_ID,
});
export const ScimError = errorSchema(
  "ScimError",
  "The provisioning surface says no (RFC 7644, 3.12).",
  {
    schemas: { type: "array", items: { type: "string" } },
    status: { type: "string", description: "The HTTP status as text." },
    scimType: { type: "string", description: "The keyword, such as `uniqueness`, where the status has one." },
    detail: ERROR,
    retry_after: RETRY_AFTER,
    request_id: REQUEST_ID,
  },
  ["scimType", "retry_after"],
);
export const ContentError = errorSchema(
  "ContentError",
  "The content host says no; what is not there has neither code nor request_id.",
  { error: ERROR, code: CODE, request_id: REQUEST_ID },
  ["code", "request_id"],
);
