// The way of a stranger on a site to the app, which knows them, and back to the page.
import { anyone, refuse, t } from "../../../kernel/plugin.ts";
import { issueViewerCookie, redeemHandoff, requestHandoff, SITE_PAGES } from "../../../kernel/ports/auth.ts";
import { leadsBack } from "../../content/port.ts";
import { operation } from "../../operation.ts";
import { SIGN_IN_CHARS_MAX, waysBack } from "../serve.ts";

const PAGE = t.String({
  maxLength: SIGN_IN_CHARS_MAX,
  pattern: "^/w/[\\x21-\\x5b\\x5d-\\x7e]*$",
  description: "A page of a site on this host.",
});

export const goToSignIn = operation({
  id: "site.sign_in",
  route: "GET /viewer/sign-in",
  host: "content",
  summary: "Go to the app to say who reads",
  query: t.Object({ to: PAGE }),
  anonymous: true,
  permit: anyone(),
  raw: "page",
  status: 302,
  error_format: "content",
  refuses: [],
  run: ({ runtime, request }, { query }) => {
    const { nonce, cookie } = requestHandoff(request.headers);
    const target = new URL("/viewer/authorize", runtime.config.base_url);
    target.searchParams.set("nonce", nonce);
    const { workspace_id, origin } = request.content_host;
    if (workspace_id !== null) target.searchParams.set("host", new URL(origin).host);
    for (const page of waysBack(query.to)) {
      target.searchParams.set("page", page);
      if (leadsBack(target)) break;
    }
    return goTo(target.href, cookie);
  },
});

export const comeBack = operation({
  id: "site.signed_in",
  route: "GET /viewer/return",
  host: "content",
  summary: "Come back from the app to a page of a site",
  query: t.Object({ handoff: t.String({ maxLength: 8192, description: "The code that the app gave." }) }),
  anonymous: true,
  permit: anyone(),
  effect: "read",
  raw: "page",
  status: 302,
  error_format: "content",
  refuses: [404],
  run: async ({ runtime, sql, request, now }, { query }) => {
    const { headers, content_host } = request;
    const asked = { code: query.handoff, slug: SITE_PAGES, headers, content_host, now };
    const person = await redeemHandoff({ sql, signer: runtime.signer }, asked);
    if (!person) throw refuse.notFound("not found");
    return goTo(person.path, issueViewerCookie(runtime.signer, person, now));
  },
});

function goTo(location: string, cookie: string): Response {
  return new Response(null, {
    status: 302,
    headers: { location, "set-cookie": cookie, "cache-control": "private, no-store", "referrer-policy": "no-referrer" },
  });
}
