// The stylesheet and the script of the page on which a text is written, each a file of the app host.
import { pageScript, pageStyle } from "../../kernel/plugin.ts";
import { servePageFile } from "../pages.ts";
import STYLE from "./style/writing.css" with { type: "text" };

export const WRITING_STYLE_PATH = "/app/writing.css";
export const WRITING_SCRIPT_PATH = "/app/writing.js";

export const readWritingStyle = servePageFile({
  id: "writing.style",
  route: `GET ${WRITING_STYLE_PATH}`,
  summary: "The stylesheet of the page on which a text is written",
  file: pageStyle(STYLE),
});

export const readWritingScript = servePageFile({
  id: "writing.script",
  route: `GET ${WRITING_SCRIPT_PATH}`,
  summary: "The script of the page on which a text is written",
  file: await pageScript(new URL("./browser/writing.ts", import.meta.url)),
});
