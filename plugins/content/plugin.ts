// The content host: published documents and their files, to whoever may read them.
import { fill, type Plugin, provide, viewerSlot } from "../../kernel/plugin.ts";
import { documentsClosedSlot, documentsShownSlot } from "../documents/port/slots.ts";
import { refuseOutsider } from "./access.ts";
import { readRobots } from "./operations/robots.ts";
import { servePage } from "./operations/serve.ts";
import { sendUnlockPage, showUnlockPage } from "./operations/unlock.ts";
import { servedPort } from "./port.ts";
import { serveDocuments } from "./served.ts";

export const content: Plugin = {
  name: "content",
  operations: [readRobots, showUnlockPage, sendUnlockPage, servePage],
  provides: (runtime) => [provide(servedPort, serveDocuments(runtime))],
  fills: (runtime) => [
    fill(viewerSlot, (options) => refuseOutsider(runtime, options)),
    fill(documentsClosedSlot, ({ sql, slugs }) => runtime.use(servedPort).announce(sql, slugs)),
    fill(documentsShownSlot, ({ slugs }) => runtime.use(servedPort).refresh(slugs)),
  ],
};
