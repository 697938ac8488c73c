// The content host: published documents and their files, to whoever may read them.
import { handle, type Plugin, provide } from "../../kernel/plugin.ts";
import { viewerHook } from "../../kernel/ports/auth.ts";
import { keptReadsHook } from "../../kernel/ports/plugin.ts";
import { documentsClosedHook, documentsShownHook } from "../documents/port/hooks.ts";
import { refuseOutsider } from "./access.ts";
import { keptDocuments } from "./kept_reads.ts";
import { frameDocument } from "./operations/frame.ts";
import { readRobots } from "./operations/robots.ts";
import { servePage } from "./operations/serve.ts";
import { sendUnlockPage, showUnlockPage } from "./operations/unlock.ts";
import { servedPort } from "./port.ts";
import { serveDocuments } from "./served.ts";

export const content: Plugin = {
  name: "content",
  operations: [readRobots, showUnlockPage, sendUnlockPage, servePage, frameDocument],
  provides: (runtime) => [provide(servedPort, serveDocuments(runtime))],
  handles: (runtime) => [
    handle(keptReadsHook, () => keptDocuments(runtime)),
    handle(viewerHook, (options) => refuseOutsider(runtime, options)),
    handle(documentsClosedHook, ({ sql, slugs }) => runtime.use(servedPort).announce(sql, slugs)),
    handle(documentsShownHook, ({ slugs }) => runtime.use(servedPort).refresh(slugs)),
  ],
};
