// The stylesheet and the script of the frame, each a file of the app host.
import { pageScript, pageStyle } from "../../../kernel/plugin.ts";
import { servePageFile } from "../../pages.ts";
import CHOSEN from "../style/chosen.css" with { type: "text" };
import FLOATS from "../style/floats.css" with { type: "text" };
import FRAME from "../style/frame.css" with { type: "text" };
import LAST from "../style/last.css" with { type: "text" };
import LISTS from "../style/lists.css" with { type: "text" };
import PALETTE from "../style/palette.css" with { type: "text" };
import PARTS from "../style/parts.css" with { type: "text" };
import SETTINGS from "../style/settings.css" with { type: "text" };
import TOKENS from "../style/tokens.css" with { type: "text" };
import { PALETTE_PATH, SCRIPT_PATH, STYLE_PATH } from "./paths.ts";

export const readFrameStyle = servePageFile({
  id: "app.style",
  route: `GET ${STYLE_PATH}`,
  summary: "The stylesheet of the app",
  file: pageStyle(TOKENS + FRAME + PARTS + LISTS + CHOSEN + FLOATS + PALETTE + SETTINGS + LAST),
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
