// The inputs that several sign-in routes share.
import { t } from "../../kernel/mod.ts";

export const EmailText = t.String({
  format: "email",
  // What a mail can be sent to: nothing that ends the address or starts another.
  pattern: '^[^\\s\\x00-\\x1f\\x7f-\\x9f<>()\\[\\]\\\\,;:@"]+@[^\\s\\x00-\\x1f\\x7f-\\x9f<>()\\\\,;:@"]+$',
  description: "an e-mail address such as anna@example.com, without spaces or line breaks",
});

/** Longer or foreign ones are not refused but not followed either. */
export const NextText = t.String({ description: "Where to go on to: a path on this host." });

export const NameText = t.String({ maxLength: 100, description: "a name of at most 100 characters" });
