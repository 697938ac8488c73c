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
  provides: (house) => [provide(servedPort, serveDocuments(house))],
  fills: (house) => [
    fill(viewerSlot, (options) => refuseOutsider(house, options)),
    fill(documentsClosedSlot, ({ sql, slugs }) => house.use(servedPort).announce(sql, slugs)),
    fill(documentsShownSlot, ({ slugs }) => house.use(servedPort).refresh(slugs)),
  ],
};
