// The declaration of one capability, from which REST, OpenAPI, MCP, audit, quotas and plan gates all derive.

import type { Actor } from "../auth/actor.ts";
import type { Openness, Opens } from "../auth/openness.ts";
import type { ServiceAccount } from "../auth/service_account.ts";
import type { Refusal } from "../base/refusal.ts";
import type { Static, TObject, TSchema } from "../base/schema.ts";
import type { ActionLine } from "../config/manifest.ts";
import type { Input, RequestFacts } from "../http/request.ts";
import type { Method, ParamsOf } from "../http/route.ts";
import type {
  IdentifyCall,
  NotingCall,
  Permit,
  PermitRule,
  PrepareCall,
  ReadCall,
  RecordingCall,
  WriteCall,
} from "./call.ts";
import type { ResourceRole } from "./resource.ts";
import type { Runtime } from "./runtime.ts";
import type { Shared, Single } from "./single.ts";

/** Which of the two origins serves the route; `both` answers on each. */
export type HostName = "app" | "content" | "both";
/** How a refusal looks; each is a file in hosts/formats/. */
export type ErrorFormat = "service" | "upload" | "page" | "content" | "oauth" | "scim" | "form";

/** The media type of the JSON that a error format answers, refusals included, and takes beside `application/json`. */
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

type SynonymFor<B> = B extends TObject ? { is: keyof Static<B> & string; with?: Readonly<Partial<Static<B>>> } : never;

type BodyOf<B, F> = B extends TObject ? (F extends TObject ? Static<B> | undefined : Static<B>) : undefined;
type FormOf<B, F> = F extends TObject ? (B extends TObject ? Static<F> | undefined : Static<F>) : undefined;
type ResultOf<O, Raw> = Raw extends "download" | "page" ? Response : O extends TSchema ? Static<O> : undefined;

type EffectOf<R, E> = E extends "read" | "write" ? E : R extends `GET ${string}` ? "read" : "write";
type RunCall<R, E, Rec, S, Anon extends boolean> =
  EffectOf<R, E> extends "write" ? WriteCall<S, Anon> : Rec extends string ? RecordingCall<S, Anon> : ReadCall<S, Anon>;

/** What some operations decide that are about people rather than documents. */
export const DECISIONS = ["sign-in", "membership", "credentials"] as const;
export type Decision = (typeof DECISIONS)[number];

/** What an operation says of itself. Unknown gates, quotas and audit actions, wrong parameters and wrong outputs do not typecheck. */
export interface OperationSpec<Gate, Quota, Action, R, P, Q, B, F, O, S, Prep, Anon extends boolean, Raw, E, Rec> {
  /** Also the OpenAPI operationId and the name in logs, such as `doc.edit`. */
  id: string;
  /** Method and address: `POST /api/docs/{doc_id}/edit`; `{path...}` takes the rest of the address. */
  route?: R;
  host?: HostName;
  tool?: Tool;
  tools?: readonly Tool[];
  resource?: ResourceRole;
  summary: string;
  description?: string;
  params?: P;
  query?: Q;
  /** A JSON body. */
  body?: B;
  /**
   * Other names for optional or required members of the body, as `{ markdown: { is: "content", with: { format: "markdown" } } }`.
   * Whatever comes under one is the member that it is by the time `rules` runs, on every surface; two at once are a 422. One that
   * the body declares too is in the API document; tools show none, and take those that say nothing else than what they fix.
   */
  synonyms?: Readonly<Record<string, SynonymFor<B>>>;
  /** Members that a neighbouring operation takes: refused here with the way there, unless they say what holds already. */
  elsewhere?: Readonly<Record<string, Elsewhere<NoInfer<S>>>>;
  /** A form body, multipart or url-encoded; with `body` too, the content type decides. */
  form?: F;
  output?: O;
  /** The status of success; further ones are set through `call.reply`. */
  status?: 200 | 201 | 202 | 204 | 302 | 303;
  also?: readonly (200 | 201 | 202 | 204 | 206 | 301 | 302 | 303 | 304 | 308)[];
  /** `upload`: the body is the caller's stream. `download` and `page`: `run` answers a `Response`. */
  raw?: Raw;
  error_format?: ErrorFormat;
  /** Other origins whose pages may call it from a browser, by a token that they hold (Fetch, "CORS protocol"). */
  browsers?: (runtime: Runtime) => readonly string[];
  /** Pages of any origin may send it, and it looks at no cookie. Without it, nothing that changes something on the app host is taken from them. */
  other_origins?: true;
  /** Without it, a GET reads and everything else writes. A read gets no transaction and leaves no audit row but one that it `records`. */
  effect?: E;
  /** True lets in callers who are nobody; `call.actor` may then be null. */
  anonymous?: Anon;
  /**
   * Of a page: the answer to whoever has no session in this browser, in place of a 401. Nothing else is asked of them, so that
   * everything the declaration demands is demanded of a person who is signed in.
   */
  signed_out?: (request: RequestFacts) => Response;
  /**
   * Finds the caller by something of the request other than a cookie or a bearer token, such as a ticket in the address, and
   * throws when it does not hold. `params` are the address's texts, not validated yet.
   */
  identify?: (call: IdentifyCall, params: Readonly<Record<string, string>>) => Promise<Actor>;
  /**
   * Finds a program that acts for a workspace rather than a person, before anything is read, and throws when its credential does
   * not hold. Nobody is the actor then: the audit log names the program, and a permit answers what it may. Needs `anonymous: true`.
   */
  identifyService?: (call: IdentifyCall) => Promise<ServiceAccount>;
  /** Told of every answer, refusals included, once it is made; nothing waits for it, and it throws nothing. */
  answered?: (answer: Answered) => void;
  /** Rules that a schema cannot say, checked right after it: throws 422 or 400. */
  rules?: (input: Input<ParamsOf<R, P>, StaticOr<Q>, BodyOf<B, F>, FormOf<B, F>>) => void | Promise<void>;
  permit: Permit<S> | PermitRule<S, Input<ParamsOf<R, P>, StaticOr<Q>, BodyOf<B, F>, FormOf<B, F>>>;
  gate?:
    | Gate
    | { name: Gate; when: (input: Input<ParamsOf<R, P>, StaticOr<Q>, BodyOf<B, F>, FormOf<B, F>>) => boolean };
  /**
   * A bucket of the manifest, counted after validation and permission and whatever comes of the call then: what shall cost
   * nothing is refused in `rules` or in the permit. With `when`, only such input to such a subject counts.
   */
  quota?:
    | Quota
    | {
        name: Quota;
        when: (input: Input<ParamsOf<R, P>, StaticOr<Q>, BodyOf<B, F>, FormOf<B, F>>, subject: S) => boolean;
      };
  /**
   * A bucket by account that a call uses up for somebody else, beside its own: a stranger's upload is one of whoever made the
   * form. `to` names the account, or null where this call costs it nothing.
   */
  charges?: { quota: Quota; to: (subject: S) => Actor | null };
  /**
   * Of a read of which nothing is left but its answer: where its bucket is at most half full it begins while its use is counted, and is
   * thrown away should that be refused.
   */
  discardable?: true;
  /**
   * Of a GET: its statements are planned for the values that are asked for, as those of other reads are that are no GET. One that
   * looks for words or filters by whatever is named is quick by the right plan alone; a list of one shape is planned once.
   */
  planned_each_time?: true;
  /**
   * Why a token that is limited to roots may call it. `places`: what it touches lies in places, and its permit and its queries
   * keep such a caller to theirs. `caller`: it is about the caller alone. Without it, what it touches belongs to the workspace
   * or the account as a whole, and such a token is refused.
   */
  connection_limit?: "places" | "caller";
  /**
   * It decides who gets a session, who belongs to the workspace and in which role, or what credentials are worth. A connection that
   * is limited in any way reaches none of these: what it may not do itself, it must not have somebody else do.
   */
  decides?: Decision;
  /**
   * Who is let in to what was closed to them: a visibility, a grant, a move, a thing that comes back, a member, a rule that lets
   * others do so; null where that cannot be. Limits of tokens and policies ask this and `publishes`. Every write declares one
   * of the two, that of the workspace as a whole too.
   */
  opens?: Opens<S, Input<ParamsOf<R, P>, StaticOr<Q>, BodyOf<B, F>, FormOf<B, F>>> | null;
  /** Who reads what the call writes: content, names, descriptions, comments. */
  publishes?: Opens<S, Input<ParamsOf<R, P>, StaticOr<Q>, BodyOf<B, F>, FormOf<B, F>>>;
  /** The input member that makes a repeat answer the first result, where it is no header. */
  once?: "idempotency_key";
  /** The member of the answer that is true on a repeat, and false otherwise. */
  marks_repeat?: string;
  /**
   * Why a repeat under an `Idempotency-Key` does not answer the first result, as that of every other write does: an answer
   * with a secret is kept nowhere.
   */
  unrepeatable?: string;
  /**
   * The audit actions that `run` may note: those of the manifest by name, or new ones with what they say. A write without one
   * does not boot, nor does a read with one.
   */
  audit?: Action | readonly Action[] | Readonly<Record<string, ActionLine>>;
  /**
   * The audit action of a read that leaves a trace, such as an export: it writes the row with `call.record`, in a transaction of
   * its own, before it answers. One that answers without fails.
   */
  records?: Rec;
  /**
   * Runs when no other write of the caller does, and no other begins until it has ended; or, where it names colleagues, none of
   * theirs, as it moves them. Whoever waits for such writes inside `run` alone waits for a twin, or for a colleague who does the
   * same the other way round.
   */
  alone?: true | ((input: Input<ParamsOf<R, P>, StaticOr<Q>, BodyOf<B, F>, FormOf<B, F>>) => readonly number[]);
  /** Statuses beyond those that the fields above imply. */
  refuses?: readonly number[];
  /** Of the statuses that it refuses with, those that may say `detail` where others say `error` (rules: requests 5). */
  details?: readonly number[];
  /** The JSON that a raw operation answers by its own hand, by status; each has an `$id`. */
  answers?: Readonly<Record<number, TSchema>>;
  /** Of a write, everything slow (receiving, storing bytes, rendering), before the transaction begins. */
  prepare?: (
    call: PrepareCall<S, Anon>,
    input: Input<ParamsOf<R, P>, StaticOr<Q>, BodyOf<B, F>, FormOf<B, F>>,
  ) => Promise<Prep>;
  /**
   * Of a write by somebody who is signed in: the one statement that does all of it, in place of `run` and of the transaction
   * around that (kernel/operation/single.ts). Null where `run` has to.
   */
  single?: (
    call: NotingCall<S, Anon>,
    input: Input<ParamsOf<R, P>, StaticOr<Q>, BodyOf<B, F>, FormOf<B, F>>,
    prepared: Prep,
  ) => Promise<Single<ResultOf<O, Raw>> | Shared<ResultOf<O, Raw>> | null>;
  run: (
    call: RunCall<R, E, Rec, S, Anon>,
    input: Input<ParamsOf<R, P>, StaticOr<Q>, BodyOf<B, F>, FormOf<B, F>>,
    prepared: Prep,
  ) => Promise<ResultOf<O, Raw>> | ResultOf<O, Raw>;
}

export type StaticOr<T> = T extends TObject ? Static<T> : Record<never, never>;

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
