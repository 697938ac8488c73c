// The address at which a page of the app shows a document in a frame.
import { refuse, sessionOnly, t } from "../../../kernel/plugin.ts";
import { documentWith } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { makeFrameAddress } from "../frame_code.ts";

export const frameDocument = operation({
  id: "doc.frame",
  route: "POST /api/docs/{doc_id}/frame",
  summary: "An address that shows a document once in a frame of the app",
  description:
    "For whom the document is open and who is signed in at the browser. It works once, within 60 seconds, in that browser; what the page asks for beside it opens as long as the reader may read.",
  effect: "read",
  output: t.Object({ url: t.String(), expires_at: t.Instant() }),
  permit: () => [documentWith("view"), sessionOnly("show a document in a frame of the app")],
  run: async ({ subject: document, actor, runtime, request, now }) => {
    const made = await makeFrameAddress(runtime, { document, reader: actor, request, now });
    if (!made) throw refuse.forbidden("a frame is for whoever is signed in at the browser");
    return { url: made.url, expires_at: made.expires_at.toISOString() };
  },
});
