// The stylesheet of the consent pages, served to everybody.
import { servePageFile } from "../../pages.ts";
import { oauthStyle, STYLE_PATH } from "../pages/assets.ts";

export const readStyle = servePageFile({
  id: "oauth.style",
  route: `GET ${STYLE_PATH}`,
  summary: "The stylesheet of the consent pages",
  file: oauthStyle,
});
