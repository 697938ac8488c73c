// What the pages of webhooks have in common: where they are, and their stylesheet.
import { pageStyle } from "../../../kernel/plugin.ts";
import STYLE from "./webhooks.css" with { type: "text" };

/** Where the pages begin. */
export const PAGE_PATH = "/auth/webhooks";
export const STYLE_PATH = "/auth/pages/webhooks.css";
export const webhooksStyle = pageStyle(STYLE);
