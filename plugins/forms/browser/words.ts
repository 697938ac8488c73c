// What a form's page says of what went wrong, to who answers rather than to who sends JSON.
import type { FieldConfig } from "./config.ts";
import { isLasting } from "./session.ts";
import { type Fault, FormError } from "./transport.ts";

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

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** What a browser holds of a field without being able to tell it: half a day, or letters among the digits of a number. */
export const UNREAD = "unread";

/** Of a value, by its rule. */
export function wordsOfFault({ code, message }: Fault, { type, label }: FieldConfig): string {
  if (code === "required") return "An answer is needed here.";
  if (code === UNREAD && type !== "number") return "This is filled in by half: fill in the rest, or clear it.";
  if (type === "email" && code !== "too_long") return "This is no e-mail address, such as anna@example.com.";
  if (type === "url" && code !== "too_long") return "This is no web address, such as https://example.com.";
  if (type === "date") return "This is no date, such as 2030-03-01.";
  if (type === "datetime") return "This is no date and time with its zone, such as 2030-03-01T12:00:00+01:00.";
  if (type === "number" && (code === "type" || code === UNREAD)) return "This is no number.";
  if (type === "json" && code === "type") return "This is no JSON object or array.";
  return sentence(message.replace(/^\S+ /, `${label} `));
}
