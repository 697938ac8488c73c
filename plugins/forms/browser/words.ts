// What a form's page says of an answer that was not saved or not sent.
import { sentence } from "../words.ts";
import { isLasting } from "./session.ts";
import { FormError } from "./transport.ts";

const OVER = "This page was open for too long, or the form has changed. Load it again; what was saved is kept.";
const CLOSED = "This form takes no answers now. Whoever sent you its link may know more.";

/** Of what was not saved: it is tried again, unless no further try would be answered otherwise. */
export function wordsOfUnsaved(error: unknown): string {
  return isLasting(error) ? wordsOfFailure(error) : "Not saved yet. Trying again…";
}

/** Of what was not sent. */
export function wordsOfFailure(error: unknown): string {
  if (!(error instanceof FormError) || error.status === 0) {
    return "There is no connection. Your answers are still here: try again.";
  }
  if (error.status === 403 || error.status === 401) return OVER;
  return error.status === 404 ? CLOSED : sentence(error.message);
}
