// Hands a signed-in person over to the content host, whose cookies are its own (rules: content/handoff).

import { anyone, findPerson, found, refuse, t } from "../../../kernel/plugin.ts";
import {
  handoverHook,
  isHandoffNonce,
  issueHandoff,
  SITE_PAGES,
  sessionKey,
  viewerHook,
} from "../../../kernel/ports/auth.ts";
import type { ContentHost } from "../../../kernel/ports/http.ts";
import { operation } from "../../operation.ts";
import { signInFor } from "../../pages.ts";
import { refuseDisabled } from "../returning.ts";

const SlugText = t.String({
  pattern: "^[A-Za-z0-9_-]{1,128}$",
  description: "it is the part of a document's address after /d/",
});

export const authorizeViewer = operation({
  id: "viewer.authorize",
  route: "GET /viewer/authorize",
  summary: "Says to the content host who reads",
  description:
    "Redirects to `/d/{slug}/?handoff=` on the content host, or the domain that asked, with a code that works once, for 60 seconds, there alone, for that document and browser. People outside the workspace of a workspace document, or of the domain that asked, are refused here, and members to whom a document is closed are led to where they can ask for it; whether anything else exists or opens is decided by the content host on each read.",
  query: t.Object({
    slug: t.Optional(SlugText),
    page: t.Optional(
      t.String({
        maxLength: 2000,
        pattern: "^/w/[\\x21-\\x5b\\x5d-\\x7e]*$",
        description: "A page of a site, in place of a document.",
      }),
    ),
    path: t.Optional(t.Name({ maxLength: 2000, description: "The path within the document." })),
    search: t.Optional(t.String({ maxLength: 2000, description: "The query of the document's address." })),
    nonce: t.String({ description: "Names the asking browser." }),
    host: t.Optional(
      t.String({ maxLength: 253, description: "The domain that asks; without it, the shared content host." }),
    ),
  }),
  raw: "page",
  status: 302,
  refuses: [403],
  details: [403],
  anonymous: true,
  permit: anyone(),
  async run({ actor, sql, runtime, request, now, callHook }, { query }) {
    if (!isHandoffNonce(query.nonce)) {
      throw refuse.invalid("nonce is not one of ours; open the document's own address again");
    }
    if (query.host !== undefined) await runtime.contentHosts.awaitCurrent();
    const host = query.host === undefined ? runtime.contentHosts.shared : runtime.contentHosts.named(query.host);
    // Nobody is sent to a name that is not ours to serve.
    if (!host) throw refuse.invalid(`host "${query.host}" serves no documents; open the document's own address again`);
    const session = sessionKey(request.headers);
    const person = actor?.credential === "session" ? await findPerson(sql, actor.user_id) : null;
    if (!actor || !person || session === null) return found(signInFor(request.url));
    if (person.disabled) throw refuseDisabled(person);
    const { slug, page, nonce, path = "", search = "" } = query;
    const { user_id, epoch } = person;
    // Asked last, once the person would go: it may look the name up.
    const whyNot = async () => (await callHook(handoverHook, { host })).find((reason) => reason !== null) ?? null;
    const issue = (to: { slug: string; path: string; search: string }) =>
      encodeURIComponent(issueHandoff(runtime.signer, { user_id, epoch, session, host, ...to, nonce, now }));
    if (slug === undefined) {
      if (page === undefined)
        throw refuse.invalid("slug or page must be given; open the address of the document again");
      await callHook(viewerHook, { actor, host, slug: SITE_PAGES, now });
      const reason = await whyNot();
      if (reason !== null) throw refuse.forbidden(reason);
      return found(`${host.origin}/viewer/return?handoff=${issue({ slug: SITE_PAGES, path: page, search: "" })}`);
    }
    const elsewhere = (await callHook(viewerHook, { actor, host, slug, now })).find((path) => path !== null);
    if (elsewhere) return found(elsewhere);
    if ((await whyNot()) !== null) return found(addressAt(runtime.contentHosts.shared, { slug, path, search }));
    return found(`${host.origin}/d/${slug}/?handoff=${issue({ slug, path, search })}`);
  },
});

/** The shared host serves every document, and asks again who reads. */
function addressAt({ origin }: ContentHost, to: { slug: string; path: string; search: string }): string {
  const path = to.path.split("/").map(encodeURIComponent).join("/");
  return `${origin}/d/${to.slug}/${path}${to.search === "" ? "" : `?${to.search}`}`;
}
