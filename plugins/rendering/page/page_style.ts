// The stylesheet of generated pages as one text, because it is embedded in each and allowed there by its hash.
import { createHash } from "node:crypto";
import alerts from "../style/alerts.css" with { type: "text" };
import code from "../style/code.css" with { type: "text" };
import colours from "../style/colours.css" with { type: "text" };
import diagram from "../style/diagram.css" with { type: "text" };
import frame from "../style/frame.css" with { type: "text" };
import math from "../style/math.css" with { type: "text" };
import prose from "../style/prose.css" with { type: "text" };

export const PAGE_CSS = `${colours}${prose}${alerts}${code}${math}${diagram}${frame}`;

/** By which policies allow it (CSP 3, hash sources), in base64. */
export const STYLE_HASH = createHash("sha256").update(PAGE_CSS).digest("base64");
