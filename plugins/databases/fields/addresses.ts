// E-mail and web addresses that a person can be led to safely.
import { isEmailAddress } from "../../../kernel/plugin.ts";
import { BOUNDS } from "./bounds.ts";
import { type Checked, isFault } from "./field.ts";
import { checkText, quoted } from "./texts.ts";

/** One address; its domain in lower case, because mail does not tell the cases apart there. */
export function checkEmail(value: unknown): Checked {
  const checked = checkText(typeof value === "string" ? value.trim() : value, BOUNDS.text_chars);
  if (isFault(checked)) return checked;
  const text = String(checked.value);
  if (!isEmailAddress(text)) {
    return { code: "type", message: `is ${quoted(text)}; send an e-mail address such as anna@example.com` };
  }
  const at = text.lastIndexOf("@");
  return { value: text.slice(0, at) + text.slice(at).toLowerCase().normalize("NFC") };
}

/** An absolute http or https address, kept as it was written: other schemes can run in whoever opens them. */
export function checkUrl(value: unknown): Checked {
  const checked = checkText(typeof value === "string" ? value.trim() : value, BOUNDS.text_chars);
  if (isFault(checked)) return checked;
  const text = String(checked.value);
  // A parser leaves out line breaks and takes blanks along; what is kept is what was sent.
  const url = /^https?:\/\/[^\s\p{Cc}/\\?#]/iu.test(text) && !/[\s\p{Cc}]/u.test(text) ? URL.parse(text) : null;
  return url?.hostname
    ? { value: text }
    : { code: "type", message: `is ${quoted(text)}; send an address that begins with http:// or https://` };
}
