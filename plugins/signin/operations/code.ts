// Signing in by the code beside a mailed link, on the page that asked for it (rules: signin/codes).
import { answerPage, anyone, findPerson, lockEmail, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { createAccount, maySignUp } from "../accounts.ts";
import { browserDigest } from "../browser_nonce.ts";
import { CODE_DIGITS, holdForTry, isCodeOf } from "../codes.ts";
import { noteFailed, orRefused } from "../failing.ts";
import { useLink } from "../links_store.ts";
import { countCode } from "../mail_counts.ts";
import { codeBody } from "../pages.ts";
import { readersOrigins } from "../readers_origins.ts";
import { completeSignIn } from "../sign_in.ts";
import { speakAsFramework } from "../throttled.ts";
import { signInWords } from "../words.ts";

const METHOD = "code";

export const useCode = operation({
  id: "login.code",
  route: "POST /auth/code",
  decides: "sign-in",
  summary: "Signs in with the code beside a mailed link",
  description:
    "In the browser that asked for the link, within 15 minutes and five tries. The page says the same of a wrong code, of one that has ended and of an address that was sent none.",
  form: t.Object({
    email: t.Email(),
    code: t.String({
      maxLength: 40,
      description: `The ${CODE_DIGITS} digits; what stands between them counts nothing.`,
    }),
  }),
  raw: "page",
  also: [303],
  refuses: [403],
  anonymous: true,
  permit: anyone(),
  quota: "login",
  opens: null,
  audit: ["login.ok", "login.fail", "account.create"],
  prepare: ({ runtime, request, now }, { form }) =>
    countCode(runtime, { email: form.email, request, now }).catch(speakAsFramework),
  run: async (call, { form }) => {
    const { sql, runtime, request, now } = call;
    const nonce_sha256 = browserDigest(request.headers);
    const link = nonce_sha256 && (await holdForTry(sql, { nonce_sha256, email: form.email, now }));
    const code = form.code.replace(/[\s.-]/g, "");
    const wrong = () => {
      const form_targets = readersOrigins(runtime, link?.next_path ?? "/app");
      const words = signInWords(call);
      const body = codeBody(words, { email: form.email, is_wrong: true });
      return answerPage({ title: words.code_wrong, body, reader: request }, { status: 403, form_targets });
    };
    if (!link) return wrong();
    if (link.is_over || !isCodeOf(runtime.signer, link, code)) {
      const person = link.user_id === null ? null : await findPerson(sql, link.user_id);
      const reason = link.is_over ? "the code had been tried five times" : "the code was not right";
      if (person) {
        const { user_id, workspace } = person;
        noteFailed(call, { user_id, workspace_id: workspace.id, method: METHOD, reason });
      }
      return wrong();
    }
    return orRefused(call, METHOD, async (within, isFor) => {
      if (!(await useLink(within.sql, link.link_id, now))) return wrong();
      const known =
        link.user_id === null ? await lockEmail(within.sql, link.email) : await findPerson(within.sql, link.user_id);
      if (known) isFor(known);
      if (!known && !(await maySignUp(runtime, within.sql, { email: link.email, now }))) return wrong();
      const person =
        known ?? (await createAccount(runtime, within.sql, { email: link.email, name: null, workspace: null, now }));
      return completeSignIn(within, {
        person,
        method: METHOD,
        next_path: link.next_path,
        is_new: known === null,
        proves_address: link.mailed,
      });
    });
  },
});
