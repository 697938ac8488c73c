// The stylesheet and the script of uploads in the app, each a file of the app host.
import { pageScript, pageStyle } from "../../../kernel/plugin.ts";
import { servePageFile } from "../../pages.ts";
import STYLE from "./uploads.css" with { type: "text" };

export const UPLOADS_STYLE_PATH = "/app/uploads.css";
export const UPLOADS_SCRIPT_PATH = "/app/uploads.js";

export const readUploadsStyle = servePageFile({
  id: "upload.app.style",
  route: `GET ${UPLOADS_STYLE_PATH}`,
  summary: "The stylesheet of uploads in the app",
  file: pageStyle(STYLE),
});

export const readUploadsScript = servePageFile({
  id: "upload.app.script",
  route: `GET ${UPLOADS_SCRIPT_PATH}`,
  summary: "The script of uploads in the app",
  file: await pageScript(new URL("./browser/uploads.ts", import.meta.url)),
});
