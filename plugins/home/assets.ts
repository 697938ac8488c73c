// The home page's script and stylesheet.
import { pageScript, pageStyle } from "../../kernel/plugin.ts";
import HOME_STYLE from "./home.css" with { type: "text" };

export const homeScript = await pageScript(new URL("./browser.ts", import.meta.url));
export const homeStyle = pageStyle(HOME_STYLE);
