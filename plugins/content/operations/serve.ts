// The one operation of the content host that this plugin has: a published document and its files.
import { anyone, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { FRAME_CODE } from "../frame_code.ts";
import { FRAMED } from "../framed.ts";
import { SERVE_OPERATION } from "../kept_reads.ts";
import { servedPort } from "../port.ts";
import { servePublished } from "../serve.ts";

export const servePage = operation({
  id: SERVE_OPERATION,
  route: "GET /d/{slug}/{path...}",
  host: "content",
  summary: "Open a published document or one of its files",
  description:
    "Unlisted documents open for everyone with the link, password documents by HTTP Basic or the form at `~unlock`, all others for signed-in readers who may view them. A database is shown as its tables: `table`, `view`, `record`, `q`, `sort`, `descending`, `filter` and `cursor` in the query choose what of it; what cannot be shown is a page that says why.",
  query: t.Object({
    handoff: t.Optional(
      t.String({ maxLength: 8192, description: "The code with which the app host sends a signed-in reader back." }),
    ),
    [FRAMED]: t.Optional(
      t.String({ maxLength: 8192, description: "1: the page is in a frame of a site, and tells that how high it is." }),
    ),
    [FRAME_CODE]: t.Optional(
      t.String({
        maxLength: 8192,
        description: "The code of a frame of the app, as POST /api/docs/{doc_id}/frame gives it.",
      }),
    ),
  }),
  anonymous: true,
  permit: anyone(),
  raw: "download",
  error_format: "content",
  also: [206, 302, 304],
  refuses: [401, 403, 404, 410, 416, 429],
  run: ({ runtime, request, now, use }, { params }) =>
    servePublished({ runtime, documents: use(servedPort), request, now, slug: params.slug, path: params.path }),
});
