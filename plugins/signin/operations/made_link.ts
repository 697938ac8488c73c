// The page behind a link that an owner or admin made for a member, and its button (rules: signin/made_links).
import {
  answerPage,
  anyone,
  findPerson,
  type Person,
  type RequestFacts,
  refuse,
  type WriteCall,
} from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { START_PATH } from "../../pages.ts";
import { bindBrowser, isBoundHere } from "../browser_nonce.ts";
import { noteFailed, orRefused } from "../failing.ts";
import { LINK_MINUTES } from "../links_store.ts";
import { demandByHand, demandNoOwnWay, isAbove } from "../made_links/making.ts";
import { unusableBody, useBody } from "../made_links/pages.ts";
import {
  bindMadeLink,
  holdMadeLink,
  listUnseenLinks,
  type MadeLink,
  markMadeLinkUsed,
  readRoles,
} from "../made_links/store.ts";
import { completeSignIn } from "../sign_in.ts";
import { type SignInWords, signInWords } from "../words.ts";

type SignInCall = WriteCall<unknown, true>;

const METHOD = "member_link";

export const showMadeLink = operation({
  id: "login.member_link.show",
  route: "GET /auth/member-link/{token}",
  decides: "sign-in",
  summary: "The page behind a link that an owner or admin made",
  description: "Binds the link to the browser that opens it first; only its button signs in.",
  effect: "write",
  raw: "page",
  refuses: [403, 409, 410],
  anonymous: true,
  permit: anyone(),
  quota: "login",
  opens: null,
  audit: {
    "login.link_open": {
      says: { en: "opened the sign-in link that {made_by} had made", de: "hat den Anmeldelink von {made_by} geöffnet" },
      since: "2026-11-29",
      on: ["user"],
      meta: { made_by: "string" },
    },
  },
  async run(call, { params }) {
    const { sql, request, reply } = call;
    if (request.method === "HEAD" || /^prefetch/.test(request.headers.get("sec-purpose") ?? ""))
      throw refuse.unavailable("this link is not fetched ahead; open it");
    const link = await holdMadeLink(sql, params.token);
    const person = link && (await usableFor(call, link));
    if (!link || !person) return unusable(request, "ended");
    if (link.nonce_sha256 === null) {
      const bound = bindBrowser(request.headers, LINK_MINUTES * 60);
      await bindMadeLink(sql, { link_id: link.link_id, nonce_sha256: bound.nonce_sha256 });
      reply.headers.append("set-cookie", bound.cookie);
      const by = { user_id: null, email: "system", workspace_id: link.workspace_id };
      const meta = { made_by: link.made_by_email };
      call.note("login.link_open", { target_type: "user", target_id: link.user_id, meta, by });
    } else if (!isBoundHere(request.headers, link.nonce_sha256)) return unusable(request, "elsewhere");
    const earlier = (await listUnseenLinks(sql, link.user_id)).filter(({ link_id }) => link_id !== link.link_id);
    const words = signInWords(call);
    return answerPage({ title: words.sign_in, body: useBody(words, { link, earlier }), reader: request });
  },
});

export const useMadeLink = operation({
  id: "login.member_link",
  route: "POST /auth/member-link/{token}",
  decides: "sign-in",
  summary: "Signs a member in by a link that an owner or admin made",
  raw: "page",
  also: [303],
  refuses: [403, 409, 410],
  anonymous: true,
  permit: anyone(),
  quota: "login",
  opens: null,
  audit: ["login.ok", "login.fail"],
  run: (call, { params }) =>
    orRefused(call, METHOD, async (within, isFor) => {
      const { sql, request, now } = within;
      const link = await holdMadeLink(sql, params.token);
      const person = link && (await usableFor(within, link));
      if (!link || !person) {
        if (link) noteUnusable(within, link, "the link had been used or had ended");
        return unusable(request, "ended");
      }
      // A link whose page nobody opened is bound to no browser yet, and so to none that could press.
      if (link.nonce_sha256 === null || !isBoundHere(request.headers, link.nonce_sha256)) {
        noteUnusable(within, link, "the link was used in another browser than the one that opened it first");
        return unusable(request, "elsewhere");
      }
      isFor(person);
      await markMadeLinkUsed(sql, { link_id: link.link_id, now });
      const next_path = START_PATH;
      return completeSignIn(within, { person, method: METHOD, next_path, is_new: false, proves_address: false });
    }),
});

/** Whom a link signs in while all holds that held when it was made; null where it has ended. Throws 403 and 409 as making does. */
async function usableFor(call: SignInCall, link: MadeLink): Promise<Person | null> {
  const { sql, now, runtime } = call;
  if (link.used_at || link.expires_at <= now) return null;
  const roles = await readRoles(sql, link);
  if (!roles || !isAbove(roles.maker, roles.person)) return null;
  demandByHand(runtime);
  await demandNoOwnWay(call, { sql, ...link });
  return findPerson(sql, link.user_id);
}

function noteUnusable(call: SignInCall, { user_id, workspace_id }: MadeLink, reason: string): void {
  noteFailed(call, { user_id, workspace_id, method: METHOD, reason });
}

const WHY: Readonly<Record<"ended" | "elsewhere", (words: SignInWords) => string>> = {
  ended: (words) => words.made_ended(LINK_MINUTES),
  elsewhere: (words) => words.made_elsewhere,
};

function unusable(request: RequestFacts, why: keyof typeof WHY): Response {
  const words = signInWords({ request });
  const page = { title: words.made_unusable, body: unusableBody(words, WHY[why](words)), reader: request };
  return answerPage(page, { status: why === "ended" ? 410 : 403 });
}
