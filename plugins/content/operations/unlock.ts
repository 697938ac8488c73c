// The page for people on which a password document opens, beside HTTP Basic (rules: content/readers).
import { anyone, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { servedPort } from "../port.ts";
import { sendUnlock, showUnlock } from "../unlock.ts";

const path = t.Optional(t.Name({ description: "The path within the document to go on to." }));

export const showUnlockPage = operation({
  id: "doc.unlock.show",
  route: "GET /d/{slug}/~unlock",
  host: "content",
  summary: "The form that asks for a document's password",
  description: "Leads to the document where no password is needed, or where this browser has given it already.",
  query: t.Object({ path }),
  anonymous: true,
  permit: anyone(),
  raw: "page",
  error_format: "content",
  also: [302],
  refuses: [404, 429],
  run: ({ runtime, request, now, use }, { params, query }) =>
    showUnlock({
      runtime,
      documents: use(servedPort),
      request,
      now,
      slug: params.slug,
      path: query.path ?? "",
      search: withoutPath(request.url),
    }),
});

export const sendUnlockPage = operation({
  id: "doc.unlock",
  route: "POST /d/{slug}/~unlock",
  host: "content",
  summary: "Opens a password document to this browser",
  description:
    "With the right password it sets a cookie of the content host for 12 hours and leads to the document. Wrong ones count together with those sent by HTTP Basic.",
  form: t.Object({
    password: t.Optional(t.String({ description: "The document's password." })),
    path,
    search: t.Optional(t.String({ maxLength: 8192, description: "The query to go on with." })),
  }),
  anonymous: true,
  permit: anyone(),
  effect: "read",
  raw: "page",
  error_format: "content",
  also: [303],
  refuses: [403, 404, 429],
  run: ({ runtime, request, now, use }, { params, form }) =>
    sendUnlock({
      ...{ runtime, documents: use(servedPort), request, now, slug: params.slug },
      path: form.path ?? "",
      search: form.search ?? "",
      password: form.password ?? "",
    }),
});

/** Everything else that the address says is meant for the document, such as what a form is filled in with. */
function withoutPath({ searchParams }: URL): string {
  const search = new URLSearchParams(searchParams);
  search.delete("path");
  return search.toString();
}
