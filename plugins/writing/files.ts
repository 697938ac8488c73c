// The stylesheet of the page on which a text is written, a file of the app host.
import { pageStyle } from "../../kernel/plugin.ts";
import { servePageFile } from "../pages.ts";
import STYLE from "./style/writing.css" with { type: "text" };

export const WRITING_STYLE_PATH = "/app/writing.css";

export const readWritingStyle = servePageFile({
  id: "writing.style",
  route: `GET ${WRITING_STYLE_PATH}`,
  summary: "The stylesheet of the page on which a text is written",
  file: pageStyle(STYLE),
});
