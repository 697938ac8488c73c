// The stylesheet and the script of the frame, each a file of the app host.
import { pageScript, pageStyle } from "../../../kernel/plugin.ts";
import { PAGE_TOKENS } from "../../../kernel/ports/pages.ts";
import { servePageFile } from "../../pages.ts";
import BASE from "../style/base.css" with { type: "text" };
import CHOSEN from "../style/chosen.css" with { type: "text" };
import FLOATS from "../style/floats.css" with { type: "text" };
import FRAME from "../style/frame.css" with { type: "text" };
import LAST from "../style/last.css" with { type: "text" };
import LISTS from "../style/lists.css" with { type: "text" };
import PALETTE from "../style/palette.css" with { type: "text" };
import PARTS from "../style/parts.css" with { type: "text" };
import SETTINGS from "../style/settings.css" with { type: "text" };
import { PALETTE_PATH, SCRIPT_PATH, STYLE_PATH } from "./paths.ts";

/** Which part of the look holds over which, whatever the order in which they stand. */
const ORDER = "@layer tokens, base, frame, parts, screens, last, print;\n";

export const readFrameStyle = servePageFile({
  id: "app.style",
  route: `GET ${STYLE_PATH}`,
  summary: "The stylesheet of the app",
  file: pageStyle(ORDER + PAGE_TOKENS + BASE + FRAME + PARTS + LISTS + CHOSEN + FLOATS + PALETTE + SETTINGS + LAST),
});

export const readFrameScript = servePageFile({
  id: "app.script",
  route: `GET ${SCRIPT_PATH}`,
  summary: "The script of the app's frame",
  file: await pageScript(new URL("../browser/frame.ts", import.meta.url)),
});

export const readPaletteScript = servePageFile({
  id: "app.palette",
  route: `GET ${PALETTE_PATH}`,
  summary: "The script of the app's palette",
  file: await pageScript(new URL("../browser/palette.ts", import.meta.url)),
});
