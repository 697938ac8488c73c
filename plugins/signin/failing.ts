// A sign-in that ends without a session:
// a row in the log of the workspace whose person it was for, and a page that says why (rules: signin/refused).
import { answerPage, firstCharacters, type Person, Refusal, type WriteCall } from "../../kernel/plugin.ts";
import { attempt } from "../../kernel/ports/write.ts";
import { refusedBody } from "./pages.ts";
import type { SignInMethod } from "./returning.ts";
import { signInWords } from "./words.ts";

type SignInCall = WriteCall<unknown, true>;

/** Whose account it was for; nobody has proven to be them. */
interface Failed {
  user_id: number;
  workspace_id: number;
  method: SignInMethod;
  reason: string;
}

const REASON_CHARS_MAX = 500;

export function noteFailed({ note }: SignInCall, { user_id, workspace_id, method, reason }: Failed): void {
  note("login.fail", {
    target_type: "user",
    target_id: user_id,
    meta: { method, reason: firstCharacters(reason, REASON_CHARS_MAX) },
    by: { user_id: null, email: "system", workspace_id },
  });
}

/**
 * The end of a way in. Where it refuses an account that was there before, named by `isFor`, all that it wrote is undone and the
 * refusal noted, since owners and admins are asked about it; for whom nobody knows there is no log to write to.
 */
export async function orRefused(
  call: SignInCall,
  method: SignInMethod,
  work: (within: SignInCall, isFor: (person: Person) => void) => Promise<Response>,
): Promise<Response> {
  const known: Person[] = [];
  try {
    return await attempt(call, (within) => work(within, (person) => void known.push(person)));
  } catch (error) {
    const [person] = known;
    if (!(error instanceof Refusal) || error.kind !== "forbidden" || !person) throw error;
    const { user_id, workspace } = person;
    noteFailed(call, { user_id, workspace_id: workspace.id, method, reason: error.message });
    const words = signInWords(call);
    const page = { title: words.not_signed_in, body: refusedBody(words, error.said), reader: call.request };
    return answerPage(page, { status: 403 });
  }
}
