// The shape of the one table that says which plugins, editions, gates, allowances, quotas, caps and versions there are.
import type { Plan } from "../base/plan.ts";

/** What one plugin brings into the tables: its own manifest. */
export interface PluginManifest {
  /** What it is for, in one sentence. */
  purpose: string;
  /** Plugins it stands on; boot sorts by this and refuses a circle. */
  needs: readonly string[];
  /** It only joins those that it needs: where PLUGINS leaves one of them out, it goes along without a word. */
  is_bridge?: true;
  /** The toolset that its operations belong to where `toolsets` does not say otherwise; null when it has none. */
  toolset: string | null;
  /** Those of its operations that belong to another set, by the beginning of their ids; the longest beginning counts. */
  toolsets?: Readonly<Record<string, readonly string[]>>;
  /** Operations that a connection may call whatever toolsets it is limited to. */
  in_every_toolset?: readonly string[];
  /** The editions that carry it; without it, all do. */
  editions?: readonly string[];
  /** The day on which it was added: the changelog tells of it then, with its routes and tools, wherever it runs. */
  since?: string;
  /** Path on the app host where plans are sold, of the plugin that sells them: refusals by plan then name it. */
  pricing_path?: string;
  /** Types of documents whose pages it makes. */
  doc_types?: readonly string[];
  /** Sizes and counts that hold on every plan; the unit is the last word of the name. */
  caps?: Readonly<Record<string, number>>;
  /** Rates at which a caller may do things. */
  quotas?: Readonly<Record<string, QuotaEntry>>;
  /** What it writes into the audit log, but what an operation describes itself. */
  audit_actions?: Readonly<Record<string, ActionLine>>;
  /** What clients see changed of it, newest first. */
  changes?: readonly Change[];
}

/** A line of the registry of actions: what receivers of its events can rely on. */
export interface ActionLine {
  /**
   * What whoever did it has done, behind their name and by language: `{on}` is the thing, `{name}` a member of the row's meta.
   * Without words people read the action's own name.
   */
  says?: ActionWords;
  /** The day from which on it is written. */
  since: string;
  /** What it is done to; more than one where that depends. */
  on: readonly string[];
  /**
   * The members of a row's meta, each with its JSON kind, or kinds as in `string|null`. One may be missing where it says nothing of a
   * call; beside its own, every row's meta holds `via` and, where there were any, `token`, `client` and `request_id`.
   */
  meta: Readonly<Record<string, string>>;
}

/** A sentence about an action in each language of the app. */
export interface ActionWords {
  en: string;
  de: string;
}

export interface EditionEntry {
  purpose: string;
  /** The plan of a new workspace. */
  default_plan: Plan;
  /** Whether a stranger may make an account. */
  signup: "open" | "closed";
}

/** A feature that a plan carries; below it the answer has this status. */
export interface GateEntry {
  /** As it reads in the message: "legal hold". */
  feature: string;
  /** True for "groups", which need a plan. */
  plural?: true;
  plan: Plan;
  status: 402 | 403;
}

/** How many of a thing each plan holds; null is no bound. */
export type AllowanceEntry = Readonly<Record<Plan, number | null>>;

/** A rate: at most `limit` in a window that starts with its first use. */
export interface QuotaEntry {
  limit: number;
  window_seconds: number;
  /**
   * Whose bucket it is: a `caller` is the account once somebody is signed in and their address before. `key` buckets are named by
   * the code that counts.
   */
  per: "account" | "address" | "caller" | "key";
  /** Of a `key` bucket, what it counts by, in words: "the document and the network address". */
  counted_by?: string;
  /** `{limit}` is replaced. */
  message: string;
  /** Other limits by edition. */
  editions?: Readonly<Record<string, number>>;
  /** Of an `account` bucket, other limits by the plan of its workspace, where they are higher. */
  plans?: Readonly<Partial<Record<Plan, number>>>;
}

/** One line of the changelog. */
export interface Change {
  date: string;
  kind: "added" | "changed" | "removed";
  what: string;
}

/** One version of the API: what requests and answers look like to who asks for it. */
export interface ServiceVersion {
  /** The day of its release, by which requests ask for it. */
  version: string;
  /** The day from which on it is not answered any more; null while none is set. */
  ends_on: string | null;
  /** What changed since the version before, newest first. */
  changes: readonly Change[];
}

export interface Manifest {
  /** Newest first; what asks for none gets the first. */
  changelog: readonly [ServiceVersion, ...ServiceVersion[]];
  plugins: Readonly<Record<string, PluginManifest>>;
  editions: Readonly<Record<string, EditionEntry>>;
  gates: Readonly<Record<string, GateEntry>>;
  allowances: Readonly<Record<string, AllowanceEntry>>;
  quotas: Readonly<Record<string, QuotaEntry>>;
  /** Sizes and counts that hold on every plan; the unit is the last word of the name. */
  caps: Readonly<Record<string, number>>;
  /** What a connection can be limited to, by name. A set whose plugin is still to come is known and empty. */
  toolsets?: Readonly<Record<string, ToolsetEntry>>;
}

export interface ToolsetEntry {
  /** As a consent page says it, after "may use": "Documents". */
  label: string;
  /**
   * For a selection across the other sets instead of operations of its own: its tools, by the set they belong to. It narrows
   * what is shown, not what a connection may do.
   */
  selects?: Readonly<Record<string, readonly string[]>>;
}
