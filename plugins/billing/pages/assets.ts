// The stylesheet of the pages on which plans are sold, as they load it from the app host.
import { pageStyle } from "../../../kernel/plugin.ts";
import STYLE from "./billing.css" with { type: "text" };

export const PAGE_PATH = "/auth/billing";
export const PRICING_PATH = "/pricing";
export const STYLE_PATH = "/auth/pages/billing.css";
export const billingStyle = pageStyle(STYLE);
