// The stylesheet of the notifications page, as it loads it from the app host.
import { pageStyle } from "../../../kernel/plugin.ts";
import STYLE from "./notifications.css" with { type: "text" };

export const STYLE_PATH = "/auth/pages/notifications.css";
export const notificationsStyle = pageStyle(STYLE);
