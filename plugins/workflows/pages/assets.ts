// What the pages of workflows have in common: where they are, and their stylesheet.
import { pageStyle } from "../../../kernel/plugin.ts";
import STYLE from "./workflows.css" with { type: "text" };

/** Where the pages begin. */
export const PAGE_PATH = "/auth/workflows";
export const STYLE_PATH = "/auth/pages/workflows.css";
export const workflowsStyle = pageStyle(STYLE);
