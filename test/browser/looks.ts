// Pages as people meet them: on a desk and on a phone, light and dark.
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { sample } from "../harness/depth.ts";
import { findBarriers } from "./axe.ts";
import { screenshot } from "./browser.ts";

/** In an order in which every second one has both devices and both schemes. */
const LOOKS = [
  { name: "desktop-light", viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { name: "desktop-dark", viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  { name: "phone-dark", viewport: { width: 320, height: 640 }, colorScheme: "dark" },
  { name: "phone-light", viewport: { width: 390, height: 844 }, colorScheme: "light" },
] as const;

/**
 * Shows the page in two of the looks, the other two with the next seed, and keeps a picture of each: nothing may be wider than the
 * window, and nobody kept from it by a disability as far as a program can tell.
 */
export async function look(page: Page, name: string): Promise<void> {
  for (const { name: as, viewport, colorScheme } of sample(LOOKS, 2)) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await screenshot(page, `${name}-${as}`);
    expect({ name, as, overhang, barriers: await findBarriers(page) }).toEqual({ name, as, overhang: 0, barriers: [] });
  }
}
