// What an operation's declaration says, in groups: the first is all that a plain one needs.
import type { Actor } from "../auth/actor.ts";
import type { Opens } from "../auth/openness.ts";
import type { ServiceAccount } from "../auth/service_account.ts";
import type { Static, TObject, TSchema } from "../base/schema.ts";
import type { ActionLine } from "../config/manifest.ts";
import type { Input, RequestFacts } from "../http/request.ts";
import type { ParamsOf } from "../http/route.ts";
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
import type { Answered, Decision, Elsewhere, ErrorFormat, HostName, Tool } from "./operation.ts";
import type { ResourceRole } from "./resource.ts";
import type { Runtime } from "./runtime.ts";
import type { Shared, Single } from "./single.ts";

/**
 * What an operation says of itself. Unknown gates, quotas and audit actions, wrong parameters and wrong outputs do not typecheck.
 */
export interface OperationSpec<Gate, Quota, Action, R, P, Q, B, F, O, S, Prep, Anon extends boolean, Raw, E, Rec>
  extends PlainOperation<R, S, InputOf<R, P, Q, B, F>, O, Prep, Anon, Raw, E, Rec>,
    OperationInput<P, Q, B, F, S, InputOf<R, P, Q, B, F>>,
    OperationAnswer<O, Raw>,
    OperationSurfaces,
    OperationCallers<Anon>,
    OperationLimits<Gate, Quota, S, InputOf<R, P, Q, B, F>>,
    OperationReaders<S, InputOf<R, P, Q, B, F>>,
    OperationTraces<Action, Rec>,
    OperationRepeats,
    OperationWork<E, S, InputOf<R, P, Q, B, F>, O, Prep, Anon, Raw> {}

/** The five that every operation says; a plain one says no more but what it takes and answers. */
interface PlainOperation<R, S, I, O, Prep, Anon extends boolean, Raw, E, Rec> {
  /** Also the OpenAPI operationId and the name in logs, such as `doc.edit`. */
  id: string;
  /** Method and address: `POST /api/docs/{doc_id}/edit`; `{path...}` takes the rest of the address. */
  route?: R;
  /** One line, for documents and lists. */
  summary: string;
  /** Loads what the call is about, as `call.subject`, or refuses: who may call it. */
  permit: Permit<S> | PermitRule<S, I>;
  /** The work, inside the transaction of a write; its result is the answer. Refusals are thrown. */
  run: (call: RunCall<R, E, Rec, S, Anon>, input: I, prepared: Prep) => Promise<ResultOf<O, Raw>> | ResultOf<O, Raw>;
}

/** What it takes. `rules` runs right after the schemas, on every surface. */
interface OperationInput<P, Q, B, F, S, I> {
  /** Of the path; what is left out is a text. */
  params?: P;
  query?: Q;
  /** A JSON body. */
  body?: B;
  /** A form body, multipart or url-encoded; with `body` too, the content type decides. */
  form?: F;
  /**
   * Other names for optional or required members of the body, as `{ markdown: { is: "content", with: { format: "markdown" } } }`.
   * Whatever comes under one is the member that it is by the time `rules` runs, on every surface; two at once are a 422. One that
   * the body declares too is in the API document; tools show none, and take those that say nothing else than what they fix.
   */
  synonyms?: Readonly<Record<string, SynonymFor<B>>>;
  /** Members that a neighbouring operation takes: refused here with the way there, unless they say what holds already. */
  elsewhere?: Readonly<Record<string, Elsewhere<NoInfer<S>>>>;
  /** Rules that a schema cannot say, checked right after it: throws 422 or 400. */
  rules?: (input: I) => void | Promise<void>;
}

/** What it answers. */
interface OperationAnswer<O, Raw> {
  /** The schema of the answer; without it there is none. */
  output?: O;
  /** The status of success; further ones are set through `call.reply`. */
  status?: 200 | 201 | 202 | 204 | 301 | 302 | 303;
  /** Further statuses that `run` may answer with. */
  also?: readonly (200 | 201 | 202 | 204 | 206 | 301 | 302 | 303 | 304 | 308)[];
  /** `upload`: the body is the caller's stream. `download` and `page`: `run` answers a `Response`. */
  raw?: Raw;
  /** Statuses beyond those that the fields above imply. */
  refuses?: readonly number[];
  /** Of the statuses that it refuses with, those that may say `detail` where others say `error` (rules: requests/error_and_detail). */
  details?: readonly number[];
  /** The JSON that a raw operation answers by its own hand, by status; each has an `$id`. */
  answers?: Readonly<Record<number, TSchema>>;
  /** What documents say beyond the summary. */
  description?: string;
}

/** Where it stands beside its route, and how it looks there. */
interface OperationSurfaces {
  /** Which origin serves the route; `app` without it. */
  host?: HostName;
  /** A tool that it feeds. */
  tool?: Tool;
  /** Further ones. */
  tools?: readonly Tool[];
  /** What it serves of the protocol's resources. */
  resource?: ResourceRole;
  /** How its refusals look. */
  error_format?: ErrorFormat;
  /** Other origins whose pages may call it from a browser, by a token that they hold (Fetch, "CORS protocol"). */
  browsers?: (runtime: Runtime) => readonly string[];
}

/** Who calls it, where that is not a person or a program that is signed in. */
interface OperationCallers<Anon> {
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
  /** Pages of any origin may send it, and it looks at no cookie. Without it, nothing that changes something on the app host is taken from them. */
  other_origins?: true;
}

/** What plan it needs, and how often it may be called. */
interface OperationLimits<Gate, Quota, S, I> {
  /** A feature that a plan carries; with `when`, only such input needs it. */
  gate?: Gate | { name: Gate; when: (input: I) => boolean };
  /**
   * A bucket of the manifest, counted after validation and permission and whatever comes of the call then: what shall cost
   * nothing is refused in `rules` or in the permit. With `when`, only such input to such a subject counts.
   */
  quota?:
    | Quota
    | {
        name: Quota;
        when: (input: I, subject: S) => boolean;
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
}

/** What it may do for limited connections, and who is let in or reads more by it: every write says one of `opens` and `publishes`. */
interface OperationReaders<S, I> {
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
  opens?: Opens<S, I> | null;
  /** Who reads what the call writes: content, names, descriptions, comments. */
  publishes?: Opens<S, I>;
}

/** What it leaves in the audit log: every write does. */
interface OperationTraces<Action, Rec> {
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
}

/** What comes of the same request sent again under its key. */
interface OperationRepeats {
  /** The input member that makes a repeat answer the first result, where it is no header. */
  once?: "idempotency_key";
  /** The member of the answer that is true on a repeat, and false otherwise. */
  marks_repeat?: string;
  /**
   * Why a repeat under an `Idempotency-Key` does not answer the first result, as that of every other write does: an answer
   * with a secret is kept nowhere.
   */
  unrepeatable?: string;
}

/** How it runs, where one transaction around `run` is not it. */
interface OperationWork<E, S, I, O, Prep, Anon extends boolean, Raw> {
  /** Without it, a GET reads and everything else writes. A read gets no transaction and leaves no audit row but one that it `records`. */
  effect?: E;
  /** Of a write, everything slow (receiving, storing bytes, rendering), before the transaction begins. */
  prepare?: (call: PrepareCall<S, Anon>, input: I) => Promise<Prep>;
  /**
   * Runs when no other write of the caller does, and no other begins until it has ended; or, where it names colleagues, none of
   * theirs, as it moves them. Whoever waits for such writes inside `run` alone waits for a twin, or for a colleague who does the
   * same the other way round.
   */
  alone?: true | ((input: I) => readonly number[]);
  /**
   * Of a write by somebody who is signed in: the one statement that does all of it, in place of `run` and of the transaction
   * around that (kernel/operation/single.ts). Null where `run` has to.
   */
  single?: (
    call: NotingCall<S, Anon>,
    input: I,
    prepared: Prep,
  ) => Promise<Single<ResultOf<O, Raw>> | Shared<ResultOf<O, Raw>> | null>;
}

type SynonymFor<B> = B extends TObject ? { is: keyof Static<B> & string; with?: Readonly<Partial<Static<B>>> } : never;
type BodyOf<B, F> = B extends TObject ? (F extends TObject ? Static<B> | undefined : Static<B>) : undefined;
type FormOf<B, F> = F extends TObject ? (B extends TObject ? Static<F> | undefined : Static<F>) : undefined;
export type ResultOf<O, Raw> = Raw extends "download" | "page" ? Response : O extends TSchema ? Static<O> : undefined;
type EffectOf<R, E> = E extends "read" | "write" ? E : R extends `GET ${string}` ? "read" : "write";
type RunCall<R, E, Rec, S, Anon extends boolean> =
  EffectOf<R, E> extends "write" ? WriteCall<S, Anon> : Rec extends string ? RecordingCall<S, Anon> : ReadCall<S, Anon>;
type StaticOr<T> = T extends TObject ? Static<T> : Record<never, never>;
export type InputOf<R, P, Q, B, F> = Input<ParamsOf<R, P>, StaticOr<Q>, BodyOf<B, F>, FormOf<B, F>>;
