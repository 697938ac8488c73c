// The stylesheet of the page on which plans are compared, as it loads it from the app host.
import { pageStyle } from "../../../kernel/plugin.ts";
import STYLE from "./billing.css" with { type: "text" };

export const STYLE_PATH = "/auth/pages/billing.css";
export const billingStyle = pageStyle(STYLE);
