// The shape of the one table that says which plugins, editions, gates, allowances, quotas, caps and versions there are.
import type { Plan } from "../base/plan.ts";

/** One plugin's line. */
export interface PluginEntry {
  /** What it is for, in one sentence. */
  purpose: string;
  /** Plugins it stands on; boot sorts by this and refuses a circle. */
  needs: readonly string[];
  /** It only joins those that it needs: where PLUGINS leaves one of them out, it goes along without a word. */
  is_bridge?: true;
  /** The toolset that its operations belong to where `toolsets` does not say otherwise; null when it has none. */
  toolset: string | null;
  /** The editions that carry it. */
  editions: readonly string[];
  /** The day on which it was added: the changelog tells of it then, with its routes and tools, wherever it runs. */
  since?: string;
  /** Path on the app host where plans are sold, of the plugin that sells them: refusals by plan then name it. */
  pricing_path?: string;
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

/** One version of the API: what requests and answers look like to who asks for it. */
export interface ServiceVersion {
  /** The day of its release, by which requests ask for it. */
  version: string;
  /** The day from which on it is not answered any more; null while none is set. */
  ends_on: string | null;
  /** What changed since the version before, newest first. */
  changes: readonly { date: string; kind: "added" | "changed" | "removed"; what: string }[];
}

export interface Manifest {
  /** Newest first; what asks for none gets the first. */
  changelog: readonly [ServiceVersion, ...ServiceVersion[]];
  plugins: Readonly<Record<string, PluginEntry>>;
  editions: Readonly<Record<string, EditionEntry>>;
  gates: Readonly<Record<string, GateEntry>>;
  allowances: Readonly<Record<string, AllowanceEntry>>;
  quotas: Readonly<Record<string, QuotaEntry>>;
  /** Sizes and counts that hold on every plan; the unit is the last word of the name. */
  caps: Readonly<Record<string, number>>;
  /** What a connection can be limited to, by name. A set whose plugin is still to come is known and empty. */
  toolsets?: Readonly<Record<string, ToolsetEntry>>;
  /** Operations that a connection may call whatever toolsets it is limited to. */
  in_every_toolset?: readonly string[];
}

export interface ToolsetEntry {
  /** As a consent page says it, after "may use": "Documents". */
  label: string;
  /** Operations of plugins whose own set is another, by the beginning of their ids; the longest beginning counts. */
  operations?: readonly string[];
  /**
   * For a selection across the other sets instead of operations of its own: its tools, by the set they belong to. It narrows
   * what is shown, not what a connection may do.
   */
  selects?: Readonly<Record<string, readonly string[]>>;
}
