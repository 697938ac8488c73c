// The stylesheet and the script of the page of custom domains, as it loads them from the app host.
import { pageScript, pageStyle } from "../../../kernel/plugin.ts";
import STYLE from "./domains.css" with { type: "text" };

export const PAGE_PATH = "/auth/domains";
export const STYLE_PATH = "/auth/pages/domains.css";
export const SCRIPT_PATH = "/auth/pages/domains.js";
export const domainsStyle = pageStyle(STYLE);
export const domainsScript = await pageScript(new URL("./browser.ts", import.meta.url));
