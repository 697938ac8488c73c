// The stylesheet of the consent pages, as they load it from the app host.
import { pageStyle } from "../../../kernel/plugin.ts";
import STYLE from "./oauth.css" with { type: "text" };

export const STYLE_PATH = "/oauth/pages/oauth.css";
export const oauthStyle = pageStyle(STYLE);
