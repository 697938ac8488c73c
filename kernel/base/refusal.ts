// How the service says no: a refusal is data with a kind; only hosts/formats/ knows what it looks like on a surface.
import type { RefusalCode } from "./refusal_codes.ts";

/** Every way to refuse. The status of each lives in kernel/http/refusal_status.ts alone. */
export type RefusalKind =
  | "invalid"
  | "unauthenticated"
  | "plan"
  | "forbidden"
  | "notFound"
  | "notAllowed"
  | "conflict"
  | "gone"
  | "tooLarge"
  | "unsupported"
  | "unsatisfiable"
  | "unprocessable"
  | "locked"
  | "limited"
  | "unavailable";

/** Who says no decides the body: the service answers `{error}`, the framework `{detail}` (rules: requests/error_and_detail). */
export type RefusalVoice = "service" | "framework";

/** One malformed place of a request: `loc` is the path from `body`, `query` or `path`. */
export interface FieldError {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** Further members of the answer's body, such as `current_version` of a 409. `code` stands in for that of the kind. */
export interface RefusalDetail {
  code?: RefusalCode;
  [member: string]: unknown;
}

const CODES: Readonly<Record<RefusalKind, RefusalCode>> = {
  invalid: "invalid",
  unauthenticated: "unauthenticated",
  plan: "plan_required",
  forbidden: "forbidden",
  notFound: "not_found",
  notAllowed: "not_allowed",
  conflict: "conflict",
  gone: "gone",
  tooLarge: "too_large",
  unsupported: "unsupported",
  unsatisfiable: "unsatisfiable",
  unprocessable: "invalid_arguments",
  locked: "locked",
  limited: "rate_limited",
  unavailable: "unavailable",
};

/** The one throwable that is an answer and not a bug. */
export class Refusal extends Error {
  /** What pages say in place of the message, which programs are answered; null where that is for people too. */
  for_people: string | null = null;

  constructor(
    readonly kind: RefusalKind,
    message: string,
    readonly detail: RefusalDetail = {},
    readonly voice: RefusalVoice = "service",
    readonly fields?: FieldError[],
  ) {
    // A value that is quoted may have been cut within a character.
    super(message.toWellFormed());
    this.name = "Refusal";
  }

  /** What people read. */
  get said(): string {
    return this.for_people ?? this.message;
  }

  /** What a program may branch on: the refusal's own code, else that of its kind. */
  get code(): RefusalCode {
    return this.detail.code ?? CODES[this.kind];
  }
}

function refuser(kind: RefusalKind, voice: RefusalVoice = "service") {
  return (message: string, detail: RefusalDetail = {}): Refusal => new Refusal(kind, message, detail, voice);
}

/**
 * Makes a refusal to throw: `throw refuse.conflict("alias is already held by \"Plan\"", { code: "alias_taken", holder })`.
 * Messages are lower case, name the value and the rule, and say what to do. A code of its own goes to a refusal that a
 * program answers otherwise than its kin.
 */
export const refuse = {
  /** 400: a value of the right type that breaks a rule. */
  invalid: refuser("invalid"),
  /** 401: no valid session or token. */
  unauthenticated: refuser("unauthenticated", "framework"),
  /** 402: the workspace's plan does not carry this. */
  plan: refuser("plan"),
  /** 403: known to the caller, yet not theirs to do. */
  forbidden: refuser("forbidden"),
  /** 404: absent, or to be taken for absent. */
  notFound: refuser("notFound"),
  /** 405: the address exists, the method does not. */
  notAllowed: refuser("notAllowed", "framework"),
  /** 409 */
  conflict: refuser("conflict"),
  /** 410 */
  gone: refuser("gone"),
  /** 413 */
  tooLarge: refuser("tooLarge"),
  /** 415 */
  unsupported: refuser("unsupported", "framework"),
  /** 416: `detail.size` is the size of the whole in bytes. */
  unsatisfiable: refuser("unsatisfiable"),
  /** 423 */
  locked: refuser("locked"),
  /** 429: `detail.retry_after` is in seconds. */
  limited: refuser("limited"),
  /** 429 by network address, said by the framework. */
  throttled: refuser("limited", "framework"),
  /** 503: something the server leans on is away. */
  unavailable: refuser("unavailable"),
  /** 400, 403, 413 ... said in the framework's voice, as raw uploads do. */
  framework: (kind: RefusalKind, message: string, detail: RefusalDetail = {}): Refusal =>
    new Refusal(kind, message, detail, "framework"),
  /** 422: the request does not have the declared shape; `fields` says where. */
  unprocessable: (fields: FieldError[]): Refusal =>
    new Refusal("unprocessable", fields[0]?.msg ?? "request does not have the declared shape", {}, "framework", fields),
};
