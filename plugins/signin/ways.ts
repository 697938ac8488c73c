// How plugins add ways of signing in to the page of sign-in: each shows its own part, and ends in `completeSignIn`.
import { type Html, hook, type RequestFacts, type Sql } from "../../kernel/plugin.ts";

/** The page of sign-in that is being made. */
export interface WaysAsked {
  sql: Sql;
  request: RequestFacts;
  now: Date;
  /** Where it leads on to, a path of the app host. */
  next_path: string;
}

/** A way in, as the page shows it. */
export interface ShownWay {
  /** `above` stands alone over the form of the address; `form` stands in it, below the address, with a button of its own. */
  at: "above" | "form";
  /** Of those at one place, the lowest is first. */
  order: number;
  body: Html;
  /** Addresses of modules on the app host. */
  scripts?: readonly string[];
  /** A word that the field of the address says to browsers behind `username`, such as `webauthn`. */
  autocomplete?: string;
}

/** Null for a way that is not open on this server. */
export const signInWayHook = hook<WaysAsked, ShownWay | null>("signin.way");
