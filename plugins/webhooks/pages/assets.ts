// The stylesheet of the pages of webhooks, as they load it from the app host.
import { pageStyle } from "../../../kernel/mod.ts";
import STYLE from "./webhooks.css" with { type: "text" };

export const STYLE_PATH = "/auth/pages/webhooks.css";
export const webhooksStyle = pageStyle(STYLE);
