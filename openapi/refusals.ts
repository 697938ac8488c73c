// What each refusal looks like in the document:
// one shared response per error format and status, with the body that the error format renders.
import { declaredStatuses, inputNames } from "../kernel/host.ts";
import type { QuotaEntry } from "../kernel/plugin.ts";
import { type ErrorFormat, jsonTypeOf } from "../kernel/ports/operation.ts";
import type { Entry } from "../kernel/ports/plugin.ts";
import type { Components } from "./components.ts";
import type { JsonSchema, MediaTypeObject, ReferenceObject, ResponseObject } from "./document.ts";
import {
  ContentError,
  FrameworkError,
  OauthError,
  PlanError,
  QuotaError,
  REQUEST_ID,
  ScimError,
  ServiceError,
  ThrottleError,
  ValidationError,
  VersionConflict,
} from "./error_schemas.ts";

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

/** What the descriptions of all operations share. */
export interface Shared {
  components: Components;
  /** A bucket's effective entry. */
  quotaOf(name: string): QuotaEntry;
  /** The API's versions, newest first. */
  versions: readonly string[];
}

/** The failures that an operation documents, by status: shared responses, in the order of the statuses. */
export function refusalResponses(entry: Entry, shared: Shared): Record<string, ReferenceObject> {
  const responses: Record<string, ReferenceObject> = {};
  for (const status of wireStatuses(entry)) {
    const [name, meaning] = MEANINGS[status] ?? [`Status${status}`, `Refused with ${status}.`];
    const variant = chooseVariant(entry, status, shared.quotaOf);
    responses[status] = shared.components.response(`${name}${variant.suffix}${placeOf(entry)}`, () =>
      describeRefusal(entry, shared, { meaning, variant }),
    );
  }
  return responses;
}

/** Tells what the content host answers in the words of the API from what the app host does, which carries more headers. */
function placeOf({ host, error_format }: Entry): string {
  return host === "content" && error_format !== "content" ? "OnContentHost" : "";
}

/** The statuses of failure as they leave the host: the error formats fold some into others. */
export function wireStatuses(entry: Entry): number[] {
  const fold = FOLDS[entry.error_format];
  const statuses = declaredStatuses(entry).filter((status) => status >= 400);
  return [...new Set(statuses.map((status) => fold[status] ?? status))].sort((a, b) => a - b);
}

/** An upload's malformed query is a plain 400; the content host tells nobody why there is nothing. */
const FOLDS: Readonly<Record<ErrorFormat, Readonly<Record<number, number>>>> = {
  service: {},
  upload: { 422: 400 },
  page: {},
  form: {},
  oauth: { 422: 400 },
  scim: { 422: 400 },
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

/** Statuses that the pipeline may refuse a request with before the operation has a word. */
const BEFORE_THE_OPERATION = [400, 404, 413];

const EITHER_VOICE: Variant = { suffix: "Either", bodies: [ServiceError, FrameworkError] };

function chooseVariant(entry: Entry, status: number, quotaOf: (name: string) => QuotaEntry): Variant {
  const own = entry.answers[status];
  if (!own) return errorFormatVariant(entry, status, quotaOf);
  const usual = BEFORE_THE_OPERATION.includes(status) ? [ServiceError, FrameworkError] : [];
  return { suffix: `Of${own.$id}`, bodies: [own, ...usual] };
}

function errorFormatVariant(entry: Entry, status: number, quotaOf: (name: string) => QuotaEntry): Variant {
  switch (entry.error_format) {
    case "service":
      return serviceVariant(entry, status, quotaOf);
    case "upload":
      return uploadVariant(entry, status, quotaOf);
    case "page":
    case "form": {
      const variant = serviceVariant(entry, status, quotaOf);
      return { ...variant, suffix: `${variant.suffix}Page`, page: true };
    }
    case "content":
      return contentVariant(status);
    case "oauth":
      return { suffix: "Oauth", bodies: [OauthError] };
    case "scim":
      return { suffix: "Scim", bodies: [ScimError], headers: status === 401 ? CHALLENGE : {} };
  }
}

const CHALLENGE = { "WWW-Authenticate": "`Bearer`." };

function serviceVariant(entry: Entry, status: number, quotaOf: (name: string) => QuotaEntry): Variant {
  if (entry.details.includes(status)) return EITHER_VOICE;
  switch (status) {
    case 400:
      // A length that is no number, or a body that ends early, is refused before the service sees the request.
      return entry.body || entry.form ? EITHER_VOICE : { suffix: "", bodies: [ServiceError] };
    case 401:
      return { suffix: "", bodies: [FrameworkError], headers: CHALLENGE };
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
  return ["address", "caller"].includes(quotaOf(entry.quota.name).per)
    ? { suffix: "FromAddress", bodies: [ThrottleError] }
    : { suffix: "ByAccount", bodies: [QuotaError] };
}

function uploadVariant(entry: Entry, status: number, quotaOf: (name: string) => QuotaEntry): Variant {
  if ([401, 409, 423].includes(status)) return serviceVariant(entry, status, quotaOf);
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
  return { suffix: "Content", bodies: [ContentError], page: status === 404 || status === 410 };
}

function describeRefusal(
  entry: Entry,
  shared: Shared,
  { meaning, variant }: { meaning: string; variant: Variant },
): ResponseObject {
  const { components } = shared;
  const content: Record<string, MediaTypeObject> = {};
  const bodies = variant.bodies.map((body) => components.schema(body));
  const [only] = bodies;
  if (only) content[jsonTypeOf(entry.error_format)] = { schema: bodies.length > 1 ? { anyOf: bodies } : only };
  if (variant.page) content["text/html"] = { schema: { type: "string" } };
  const headers = Object.fromEntries(
    Object.entries(variant.headers ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: "string" } },
    ]),
  );
  return {
    description: meaning,
    headers: { ...usualHeaders(entry, shared), ...headers },
    ...(only || variant.page ? { content } : {}),
  };
}

/** The headers that every answer of the operation carries. */
export function usualHeaders({ host }: Entry, { components, versions }: Shared): Record<string, ReferenceObject> {
  const requestId = { description: REQUEST_ID.description, schema: { type: "string" } };
  const headers = { "X-Request-Id": components.header("RequestId", requestId) };
  if (host === "content") return headers;
  const version = { description: VERSION_WORDS, schema: { type: "string", enum: versions } };
  return { ...headers, "Service-Version": components.header("ServiceVersion", version) };
}

const VERSION_WORDS =
  "The version of the API that the answer has: the one that the request's own `Service-Version` asks for, else the newest.";
