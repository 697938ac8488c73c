// What waits for somebody's decision, as home and the inbox show it: each plugin says what of its own does.
import { type Html, hook } from "../../../kernel/plugin.ts";
import type { Asking } from "./ask.ts";

/** Something that one person may decide. */
export interface Decision {
  /** The same as long as it waits, such as `access_request:12`; notices name what they tell of so. */
  key: string;
  /** Who asks, for the face beside it. */
  who: string;
  /** What is asked, in a sentence. */
  title: string;
  /** Where it is decided, with all that belongs to it. */
  href: string;
  /** What was said of it. */
  said: string | null;
  at: string;
  /** Its buttons. */
  acts: Html;
}

export const decisionsHook = hook<Asking, Decision[]>("app.decisions");
