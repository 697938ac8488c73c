// The stylesheets and the script of a document's page, each a file of the app host.
import { pageScript, pageStyle } from "../../kernel/plugin.ts";
import { servePageFile } from "../pages.ts";
import { proseStyle } from "../rendering/port.ts";
import STYLE from "./style/reader.css" with { type: "text" };

export const READER_STYLE_PATH = "/app/reader.css";
export const PROSE_STYLE_PATH = "/app/prose.css";
export const READER_SCRIPT_PATH = "/app/reader.js";

export const readReaderStyle = servePageFile({
  id: "reader.style",
  route: `GET ${READER_STYLE_PATH}`,
  summary: "The stylesheet of a document's page",
  file: pageStyle(STYLE),
});

export const readProseStyle = servePageFile({
  id: "reader.prose_style",
  route: `GET ${PROSE_STYLE_PATH}`,
  summary: "The stylesheet of a document's text inside the app",
  file: pageStyle(proseStyle(".prose")),
});

export const readReaderScript = servePageFile({
  id: "reader.script",
  route: `GET ${READER_SCRIPT_PATH}`,
  summary: "The script of a document's page",
  file: await pageScript(new URL("./browser/reader.ts", import.meta.url)),
});
