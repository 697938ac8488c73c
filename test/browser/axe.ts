// Finds on a page what keeps people with a disability from using it, as far as a program can
// (axe-core: WCAG 2.2 A and AA, and good practice).
import axe from "axe-core";
import type { Page } from "playwright-core";

/** "rule: element", each with what is wrong with it. What stands inside frames is somebody else's. */
export async function findBarriers(page: Page): Promise<string[]> {
  // A policy of the page's own lets no script in; what a debugger evaluates asks none.
  // Half a megabyte of it is read once for all looks of a page, until it leads elsewhere.
  if (!(await page.evaluate(() => typeof window.axe?.run === "function"))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    if (!window.axe) throw new Error("the page has left");
    const { violations } = await window.axe.run(document, { iframes: false, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
    );
  });
}

declare global {
  interface Window {
    axe?: typeof axe;
  }
}
