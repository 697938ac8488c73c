// Holds the renderer's version to what stands in every page that it made:
// pages of an older one are made again, and only those.
import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { PAGE_SCRIPT } from "./page/assets.ts";
import { PAGE_CSS } from "./page/page_style.ts";
import { RENDERER_VERSION } from "./render.ts";

test("whoever changes the stylesheet or the script of pages raises the renderer's version, here too", () => {
  const made = createHash("sha256").update(`${PAGE_CSS}${PAGE_SCRIPT}`).digest("hex").slice(0, 16);
  expect({ version: RENDERER_VERSION, made }).toEqual({ version: 21, made: "3c533796311bf9d6" });
});
