// What a form's page says of an answer that was not saved or not sent.
import { sentence } from "../words.ts";
import type { Again } from "./binding.ts";
import type { Config } from "./config.ts";
import { isLasting } from "./session.ts";
import { FormError } from "./transport.ts";

const OVER = "This page was open for too long, or the form has changed.";
const AGAIN = "Load it again: what you wrote comes along.";
/** For more than comes along. */
const AGAIN_WITHOUT = "Load it again; what was saved is kept, so copy what was not.";
const AGAIN_UNSAVED = "Nothing of it is saved: copy what you wrote, then load it again.";
const CLOSED = "This form takes no answers now. Whoever sent you its link may know more.";

type Keeping = Pick<Config, "autosave"> & { again: Again };

/** Of what was not saved: it is tried again, unless no further try would be answered otherwise. */
export function wordsOfUnsaved(error: unknown, config: Keeping): string {
  return isLasting(error) ? wordsOfFailure(error, config) : "Not saved yet. Trying again…";
}

/** Of what was not sent. */
export function wordsOfFailure(error: unknown, { autosave, again }: Keeping): string {
  if (!(error instanceof FormError) || error.status === 0) {
    return "There is no connection. Your answers are still here: try again.";
  }
  if (isOver(error)) return `${OVER} ${again ? AGAIN : autosave ? AGAIN_WITHOUT : AGAIN_UNSAVED}`;
  return error.status === 404 ? CLOSED : sentence(error.message);
}

/** Whether the page itself is what is over: loaded again it can send. */
export function isOver(error: unknown): boolean {
  return error instanceof FormError && (error.status === 403 || error.status === 401);
}
