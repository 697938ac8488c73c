// What the pages of agents have in common: where they are, and their stylesheet.
import { pageStyle } from "../../../kernel/plugin.ts";
import STYLE from "./agents.css" with { type: "text" };

/** Where the pages begin. */
export const PAGE_PATH = "/auth/agents";
export const STYLE_PATH = "/auth/pages/agents.css";
export const agentsStyle = pageStyle(STYLE);
