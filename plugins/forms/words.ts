// What is said of a value that a form does not take, to who answers rather than to who sends JSON.

/** What a browser holds of a field without being able to tell it: half a day, or letters among the digits of a number. */
export const UNREAD = "unread";

interface Faulty {
  code: string;
  message: string;
}

/** By the rule that it breaks, in a sentence that stands beside the field's label. */
export function wordsOfFault({ code, message }: Faulty, { type, label }: { type: string; label: string }): string {
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

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
