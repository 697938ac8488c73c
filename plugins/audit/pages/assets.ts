// The stylesheet of the audit page, as it loads it from the app host.
import { pageStyle } from "../../../kernel/plugin.ts";
import STYLE from "./audit.css" with { type: "text" };

export const STYLE_PATH = "/audit/pages/audit.css";
export const auditStyle = pageStyle(STYLE);
