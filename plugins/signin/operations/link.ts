// The page behind a mailed link, and its button:
// mail scanners open links, so only the button signs in (rules: requests/gets_change_nothing, signin/links).
import {
  answerPage,
  anyone,
  findPerson,
  lockEmail,
  type RequestFacts,
  t,
  type WriteCall,
} from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { createAccount, maySignUp } from "../accounts.ts";
import { isBoundHere } from "../browser_nonce.ts";
import { noteFailed, orRefused } from "../failing.ts";
import { findLinkHolder, findLiveLink, type LoginLink, useLink } from "../links_store.ts";
import { confirmBody, endedLinkBody, otherBrowserBody } from "../pages.ts";
import { readersOrigins } from "../readers_origins.ts";
import { NameText } from "../schemas.ts";
import { completeSignIn } from "../sign_in.ts";
import { wayOn } from "../way_on.ts";
import { signInWords } from "../words.ts";

export const showLink = operation({
  id: "login.confirm.show",
  route: "GET /auth/link/{token}",
  summary: "The page behind a sign-in link",
  raw: "page",
  refuses: [403, 410],
  anonymous: true,
  permit: anyone(),
  async run({ sql, runtime, request, now }, { params }) {
    const link = await findLiveLink(sql, params.token, now);
    const answer = refusalPage(link, request);
    if (answer || !link) return answer ?? endedLinkPage(request);
    const words = signInWords({ request });
    const body = confirmBody(words, { email: link.email, is_new: link.user_id === null });
    const next_path = nextOf(link, { runtime, request });
    return answerPage(
      { title: words.sign_in, body, reader: request },
      { form_targets: readersOrigins(runtime, next_path) },
    );
  },
});

export const useLoginLink = operation({
  id: "login.confirm",
  route: "POST /auth/link/{token}",
  decides: "sign-in",
  summary: "Signs in with a link",
  description: "Sets the session cookie and redirects. A link for an address without an account makes one.",
  form: t.Object({ name: t.Optional(NameText) }),
  raw: "page",
  also: [303],
  refuses: [403, 410],
  anonymous: true,
  permit: anyone(),
  quota: "login",
  opens: null,
  audit: ["login.ok", "login.fail", "account.create"],
  run: (call, { params, form }) =>
    orRefused(call, "mail", async (within, isFor) => {
      const { sql, runtime, request, now } = within;
      const link = await findLiveLink(sql, params.token, now);
      const answer = refusalPage(link, request);
      if (answer || !link || !(await useLink(sql, link.link_id, now))) {
        await noteUnusable(within, { token: params.token, is_live: link !== null && answer !== null });
        return answer ?? endedLinkPage(request);
      }
      const known = link.user_id === null ? await lockEmail(sql, link.email) : await findPerson(sql, link.user_id);
      if (known) isFor(known);
      if (!known && !(await maySignUp(runtime, sql, { email: link.email, now }))) return endedLinkPage(request);
      const name = form.name?.trim() || null;
      const person = known ?? (await createAccount(runtime, sql, { email: link.email, name, workspace: null, now }));
      return completeSignIn(within, {
        person,
        method: "mail",
        next_path: nextOf(link, within),
        is_new: known === null,
        proves_address: link.mailed,
      });
    }),
});

/** A link that no browser asked for knows of no page: whoever was on the way to one in this browser goes on to it. */
function nextOf(link: LoginLink, { runtime, request }: Pick<WriteCall<unknown, true>, "runtime" | "request">): string {
  return link.nonce_sha256 === null ? wayOn(request.headers, runtime.config.base_url) : link.next_path;
}

/** Notes why a link let nobody in, for the managers of whose it was. */
async function noteUnusable(
  call: WriteCall<unknown, true>,
  { token, is_live }: { token: string; is_live: boolean },
): Promise<void> {
  const holder = await findLinkHolder(call.sql, token, call.now);
  if (!holder) return;
  const { user_id, workspace_id, used, expired } = holder;
  const ended = used ? "the link had been used" : expired ? "the link had expired" : "the account has another address";
  const reason = is_live ? "the link was opened in another browser than the one that asked for it" : ended;
  noteFailed(call, { user_id, workspace_id, method: "mail", reason });
}

/** The page for a link that cannot be used from here, or null when it can. */
function refusalPage(link: LoginLink | null, request: RequestFacts): Response | null {
  if (!link) return endedLinkPage(request);
  if (isBoundHere(request.headers, link.nonce_sha256)) return null;
  const words = signInWords({ request });
  const page = { title: words.other_browser_title, body: otherBrowserBody(words), reader: request };
  return answerPage(page, { status: 403 });
}

function endedLinkPage(request: RequestFacts): Response {
  const words = signInWords({ request });
  return answerPage({ title: words.used_up, body: endedLinkBody(words), reader: request }, { status: 410 });
}
