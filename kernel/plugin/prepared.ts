// A call between the two halves of the pipeline, and what comes of it.
import type { Actor } from "../auth/actor.ts";
import type { ServiceAccount } from "../auth/service_account.ts";
import type { Input, RequestFacts, Via } from "../http/request.ts";
import type { Entry } from "./catalogue.ts";

/** A call whose caller and input are known. */
export interface Prepared {
  entry: Entry;
  facts: RequestFacts;
  /** What the caller knows the operation by, where they did not call its route. */
  called?: string;
  actor: Actor | null;
  /** The program that acts for a workspace, where the operation asks for one. */
  service?: ServiceAccount | null;
  via: Via;
  input: Input;
  /** The key that came beside the input. */
  idempotency_key?: string | null;
  now: Date;
}

/** What an operation answered; `value` is a `Response` for downloads and pages, else JSON. */
export interface Outcome {
  status: number;
  headers: Headers;
  value: unknown;
}
