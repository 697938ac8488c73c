// The declaration of one capability, from which REST, OpenAPI, MCP, audit, quotas and plan gates all derive.

import type { Actor } from "../auth/actor.ts";
import type { Openness } from "../auth/openness.ts";
import type { ServiceAccount } from "../auth/service_account.ts";
import type { Refusal } from "../base/refusal.ts";
import type { TObject, TSchema } from "../base/schema.ts";
import type { ActionLine } from "../config/manifest.ts";
import type { RequestFacts } from "../http/request.ts";
import type { Method } from "../http/route.ts";
import type { IdentifyCall, Permit, PermitRule } from "./call.ts";
import type { ResourceRole } from "./resource.ts";
import type { Runtime } from "./runtime.ts";
import type { Shared, Single } from "./single.ts";

/** Which of the two origins serves the route; `both` answers on each. */
export type HostName = "app" | "content" | "both";
/** How a refusal looks; each is a file in hosts/formats/. */
export type ErrorFormat = "service" | "upload" | "page" | "content" | "oauth" | "scim" | "form";

/** The media type of the JSON that an error format answers, refusals included, and takes beside `application/json`. */
export function jsonTypeOf(error_format: ErrorFormat): string {
  return error_format === "scim" ? "application/scim+json" : "application/json";
}

/** An answer as it leaves, for whoever keeps a log of its own. */
export interface Answered {
  runtime: Runtime;
  facts: RequestFacts;
  status: number;
  /** Null where nothing was refused, and for a fault of ours. */
  refusal: Refusal | null;
  ms: number;
}

/** A tool that an operation feeds. Its arguments are the operation's input, flattened. */
export interface Tool {
  name: string;
  /** Names that it had before: they are still called, and listed only to who asks for them. */
  formerly?: readonly string[];
  /** What an agent reads to choose the tool. */
  wording: string;
  /** The arguments it offers; without it, all of the operation's. */
  takes?: readonly string[];
  /** Arguments it needs although the operation can do without. */
  requires?: readonly string[];
  /** Arguments of which it needs one although the operation can do without. */
  requires_one?: readonly string[];
  /** Arguments that it sets itself. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Arguments of the shape that another tool's argument has, as `{ add_fields: "create_table.fields" }`: lists tell it once, there. */
  like?: Readonly<Record<string, string>>;
  /** The argument that takes `next_cursor` on, where that is not `cursor`. */
  resumes?: string;
  /** The members of the result that it answers; without it, all. */
  gives?: readonly string[];
  destructive?: boolean;
  idempotent?: boolean;
}

/** A name that stands for a member of the body, along with what it says of others. */
export interface Synonym {
  is: string;
  with?: Readonly<Record<string, unknown>>;
}

/** Where a member is taken. */
export interface Elsewhere<S = unknown> {
  /** The end of a sentence: what to do instead. */
  hint: string;
  /** What the member says that changes nothing, as an answer shows it; without it, nothing but null says so. */
  holds?(subject: S): unknown;
}

/** What some operations decide that are about people rather than documents. */
export const DECISIONS = ["sign-in", "membership", "credentials"] as const;
export type Decision = (typeof DECISIONS)[number];

declare const TYPES: unique symbol;

/** What a declaration takes and answers, for whoever performs it in the process; nothing of it is there when the server runs. */
export interface Typed<I, O> {
  readonly [TYPES]?: { input: I; output: O };
}

/** An operation with its types erased: what the kernel, the hosts, OpenAPI and MCP read. */
export interface Operation {
  id: string;
  method: Method | null;
  path: string | null;
  host: HostName;
  tools: readonly Tool[];
  resource: ResourceRole | null;
  summary: string;
  description: string | null;
  params: TObject | null;
  query: TObject | null;
  body: TObject | null;
  synonyms: Readonly<Record<string, Synonym>>;
  elsewhere: Readonly<Record<string, Elsewhere<never>>>;
  form: TObject | null;
  output: TSchema | null;
  status: number;
  also: readonly number[];
  raw: "upload" | "download" | "page" | null;
  error_format: ErrorFormat;
  browsers: ((runtime: Runtime) => readonly string[]) | null;
  other_origins: boolean;
  effect: "read" | "write";
  /** Asks for neither cookie nor bearer token. */
  anonymous: boolean;
  signed_out: ((request: RequestFacts) => Response) | null;
  identify: ((call: IdentifyCall, params: Readonly<Record<string, string>>) => Promise<Actor>) | null;
  identifyService: ((call: IdentifyCall) => Promise<ServiceAccount>) | null;
  answered: ((answer: Answered) => void) | null;
  rules: ((input: never) => void | Promise<void>) | null;
  permit: Permit<unknown> | PermitRule<unknown, never>;
  gate: { name: string; when: ((input: never) => boolean) | null } | null;
  quota: { name: string; when: ((input: never, subject: never) => boolean) | null } | null;
  charges: { quota: string; to: (subject: never) => Actor | null } | null;
  discardable: boolean;
  planned_each_time: boolean;
  connection_limit: "places" | "caller" | null;
  decides: Decision | null;
  opens: ((input: never, subject: never) => Openness | null) | null;
  publishes: ((input: never, subject: never) => Openness | null) | null;
  /** It says what it opens or publishes, be it nothing. */
  declares_openness: boolean;
  once: string | null;
  marks_repeat: string | null;
  unrepeatable: string | null;
  audit: readonly string[];
  /** Those that it describes itself. */
  actions: Readonly<Record<string, ActionLine>>;
  /** Of a read: it writes its one audit action by `call.record`. */
  records: boolean;
  /** No other write of the caller runs beside it. */
  alone: boolean | ((input: never) => readonly number[]);
  refuses: readonly number[];
  details: readonly number[];
  answers: Readonly<Record<number, TSchema>>;
  prepare: ((call: never, input: never) => Promise<unknown>) | null;
  single: ((call: never, input: never, prepared: never) => Promise<Single<unknown> | Shared<unknown> | null>) | null;
  run: (call: never, input: never, prepared: never) => unknown;
}
