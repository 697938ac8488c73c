// What each refusal looks like in the document: one shared response per dialect and status, with the body that the dialect renders.
import { type Dialect, declaredStatuses, type Entry, inputNames, type QuotaEntry } from "../kernel/mod.ts";
import type { Components } from "./components.ts";
import type { JsonSchema, MediaTypeObject, ReferenceObject, ResponseObject } from "./document.ts";

const REQUEST_ID = { type: "string", description: "The id that the server logged the request under." };

function errorSchema(id: string, description: string, members: Record<string, JsonSchema>, optional: string[] = []) {
  const required = Object.keys(members).filter((name) => !optional.includes(name));
  return { $id: id, type: "object", description, properties: members, required };
}

const ERROR = { type: "string", description: "What is wrong and the way out." };
const RETRY_AFTER = { type: "integer", description: "Seconds until the bucket is empty again." };

const ServiceError = errorSchema("ServiceError", "The service says no.", { error: ERROR, request_id: REQUEST_ID });
const FrameworkError = errorSchema("FrameworkError", "The server says no before the service is asked.", {
  detail: ERROR,
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
const ValidationError = errorSchema("ValidationError", "The request does not have the declared shape.", {
  detail: { type: "array", items: FieldError },
  request_id: REQUEST_ID,
});
const PlanError = errorSchema("PlanError", "The workspace's plan does not carry this.", {
  error: ERROR,
  plan: { type: "string", description: "The plan from which on it does." },
  request_id: REQUEST_ID,
});
const VersionConflict = errorSchema(
  "VersionConflict",
  "Somebody wrote since `base_version` was read; the members beside `error` say what.",
  {
    error: ERROR,
    request_id: REQUEST_ID,
    current_version: { type: "integer" },
    base_version: { type: "integer" },
    changed_by: { description: "Who wrote last, or null." },
    diff: {
      type: ["string", "null"],
      description: "Unified diff from `base_version` to the current one; null when either side is not text.",
    },
  },
  ["current_version", "base_version", "changed_by", "diff"],
);
const QuotaError = errorSchema("QuotaError", "The account's bucket is full.", {
  error: ERROR,
  retry_after: RETRY_AFTER,
  request_id: REQUEST_ID,
});
const ThrottleError = errorSchema("ThrottleError", "The address's bucket is full.", {
  detail: ERROR,
  retry_after: RETRY_AFTER,
  request_id: REQUEST_ID,
});
const OauthError = errorSchema("OauthError", "The authorization server says no (RFC 6749, 5.2).", {
  error: { type: "string", description: "The code, such as `invalid_grant`." },
  error_description: ERROR,
  request_id: REQUEST_ID,
});
const ContentError = errorSchema("ContentError", "The content host says no.", { error: ERROR });

/** A status's name among the shared responses, and what it means. */
const MEANINGS: Readonly<Record<number, readonly [name: string, meaning: string]>> = {
  400: ["Invalid", "A value breaks a rule; the message names the value and what is allowed."],
  401: ["Unauthenticated", "No valid session or token."],
  402: ["PlanRequired", "The workspace's plan does not carry this; the message names the plan that does."],
  403: ["Forbidden", "Known to the caller, yet not theirs to do."],
  404: ["NotFound", "Absent, or not the caller's to see."],
  405: ["NotAllowed", "The address exists, the method does not."],
  409: ["Conflict", "Something else holds what was asked for, or changed it meanwhile."],
  410: ["Gone", "Expired or used up."],
  413: ["TooLarge", "Larger than the server takes, or more than the quota leaves."],
  415: ["UnsupportedType", "The body's content type is not taken here."],
  416: ["Unsatisfiable", "The range lies outside of the content."],
  422: ["Malformed", "The request does not have the declared shape; the list says where."],
  423: ["Locked", "A lease or a hold forbids it for now."],
  429: ["TooMany", "Too many requests; `retry_after` is in seconds."],
  503: ["Unavailable", "Something the server leans on is away; the request may be sent again."],
};

/** The failures that an operation documents, by status: shared responses, in the order of the statuses. */
export function refusalResponses(
  entry: Entry,
  shared: { components: Components; quotaOf(name: string): QuotaEntry },
): Record<string, ReferenceObject> {
  const responses: Record<string, ReferenceObject> = {};
  for (const status of wireStatuses(entry)) {
    const [name, meaning] = MEANINGS[status] ?? [`Status${status}`, `Refused with ${status}.`];
    const variant = chooseVariant(entry, status, shared.quotaOf);
    responses[status] = shared.components.response(`${name}${variant.suffix}`, () =>
      describeRefusal(shared.components, { meaning, variant }),
    );
  }
  return responses;
}

/** The statuses of failure as they leave the host: the dialects fold some into others. */
export function wireStatuses(entry: Entry): number[] {
  const fold = FOLDS[entry.dialect];
  const statuses = declaredStatuses(entry).filter((status) => status >= 400);
  return [...new Set(statuses.map((status) => fold[status] ?? status))].sort((a, b) => a - b);
}

/** An upload's malformed query is a plain 400; the content host tells nobody why there is nothing. */
const FOLDS: Readonly<Record<Dialect, Readonly<Record<number, number>>>> = {
  service: {},
  upload: { 422: 400 },
  page: {},
  oauth: { 422: 400 },
  content: { 400: 404, 402: 404, 409: 404, 415: 404, 422: 404 },
};

interface Variant {
  suffix: string;
  /** The bodies that it may have; none for an empty answer. */
  bodies: readonly JsonSchema[];
  /** Whether a browser gets a page instead. */
  page?: boolean;
  headers?: Record<string, string>;
}

function chooseVariant(entry: Entry, status: number, quotaOf: (name: string) => QuotaEntry): Variant {
  switch (entry.dialect) {
    case "service":
      return serviceVariant(entry, status, quotaOf);
    case "upload":
      return uploadVariant(entry, status, quotaOf);
    case "page":
      return { ...serviceVariant(entry, status, quotaOf), suffix: "Page", page: true };
    case "content":
      return contentVariant(status);
    case "oauth":
      return { suffix: "Oauth", bodies: [OauthError] };
  }
}

function serviceVariant(entry: Entry, status: number, quotaOf: (name: string) => QuotaEntry): Variant {
  switch (status) {
    case 400:
      // A length that is no number, or a body that ends early, is refused before the service sees the request.
      return entry.body || entry.form
        ? { suffix: "Body", bodies: [ServiceError, FrameworkError] }
        : { suffix: "", bodies: [ServiceError] };
    case 401:
    case 405:
    case 415:
      return { suffix: "", bodies: [FrameworkError] };
    case 402:
      return { suffix: "", bodies: [PlanError] };
    case 409:
      return inputNames(entry).flat().includes("base_version")
        ? { suffix: "Version", bodies: [VersionConflict] }
        : { suffix: "", bodies: [ServiceError] };
    case 422:
      return { suffix: "", bodies: [ValidationError] };
    case 429:
      return limitVariant(entry, quotaOf);
    default:
      return { suffix: "", bodies: [ServiceError] };
  }
}

function limitVariant(entry: Entry, quotaOf: (name: string) => QuotaEntry): Variant {
  if (!entry.quota) return { suffix: "", bodies: [QuotaError, ThrottleError] };
  return quotaOf(entry.quota.name).per === "address"
    ? { suffix: "FromAddress", bodies: [ThrottleError] }
    : { suffix: "ByAccount", bodies: [QuotaError] };
}

function uploadVariant(entry: Entry, status: number, quotaOf: (name: string) => QuotaEntry): Variant {
  if (status === 409 || status === 423) return serviceVariant(entry, status, quotaOf);
  if (status === 401) return { suffix: "", bodies: [FrameworkError] };
  return { suffix: "Upload", bodies: [status === 429 ? ThrottleError : FrameworkError] };
}

function contentVariant(status: number): Variant {
  if (status === 401) {
    const headers = { "WWW-Authenticate": "`Basic`, with the realm of the document." };
    return { suffix: "Content", bodies: [], headers };
  }
  if (status === 416) {
    return { suffix: "Content", bodies: [], headers: { "Content-Range": "`bytes */` and the size of the whole." } };
  }
  return { suffix: "Content", bodies: [ContentError], page: status === 404 };
}

function describeRefusal(components: Components, shown: { meaning: string; variant: Variant }): ResponseObject {
  const { meaning, variant } = shown;
  const content: Record<string, MediaTypeObject> = {};
  const bodies = variant.bodies.map((body) => components.schema(body));
  const [only] = bodies;
  if (only) content["application/json"] = { schema: bodies.length > 1 ? { anyOf: bodies } : only };
  if (variant.page) content["text/html"] = { schema: { type: "string" } };
  const headers = Object.fromEntries(
    Object.entries(variant.headers ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: "string" } },
    ]),
  );
  return {
    description: meaning,
    headers: { "X-Request-Id": requestIdHeader(components), ...headers },
    ...(only || variant.page ? { content } : {}),
  };
}

/** The header that every answer carries. */
export function requestIdHeader(components: Components): ReferenceObject {
  return components.header("RequestId", { description: REQUEST_ID.description, schema: { type: "string" } });
}
