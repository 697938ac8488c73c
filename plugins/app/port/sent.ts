// What a form sent, as a plugin may mend it: browsers change texts on their way, such as the ends of lines.
import { hook } from "../../../kernel/plugin.ts";
import type { FormInput } from "../door/values.ts";
import type { Asking } from "./ask.ts";
import type { Typed } from "./refused.ts";

export type { FormInput };

/** What is to be performed, before it is checked. */
export interface FormSent {
  call: Asking;
  operation: string;
  typed: Typed;
  input: FormInput;
}

/** Asked for each form; null leaves it as it came. */
export const formSentHook = hook<FormSent, FormInput | null>("app.form_sent");
