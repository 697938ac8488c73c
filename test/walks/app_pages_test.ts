// What all pages of the app share, held for each page of the catalogue, so that a new one is held to it by being there.
import { expect, test } from "bun:test";
import { doorOf } from "../../plugins/app/port/form.ts";
import { isPageOfApp, pageAt } from "../../plugins/app/port/pages.ts";
import { openHarness } from "../harness/harness.ts";
import { callAs, freshStage } from "../permission/matrix.ts";
import { openStage } from "../permission/stage.ts";
import { countStatements } from "../permission/statements.ts";
import { unlimited } from "../permission/unlimited.ts";
import { type ReadPage, readPage } from "./rules/app_pages.ts";

/** Asked of Postgres by one page, those of its frame among them. */
const STATEMENTS_MAX = 17;

const h = await openHarness({ manifest: unlimited });
const { catalogue } = h.runtime;
const pages = catalogue.entries.filter(isPageOfApp);
const stages = [await openStage(h, "My documents"), await openStage(h, "a shared root")];

const paths = catalogue.entries.flatMap(({ method, path, host }) => (path && host === "app" ? [{ method, path }] : []));

/** Where a link or a form leads that is no page of ours. */
function leadsNowhere({ links, forms }: ReadPage): string[] {
  const lost = links
    .filter((href) => href === "/app" || href.startsWith("/app/") || href.startsWith("/app?"))
    .filter((href) => !pageAt(catalogue, new URL(href, h.base_url).pathname));
  const doors = new Set(catalogue.entries.map(({ id }) => doorOf(id)));
  const posted = new Set(paths.filter(({ method }) => method === "POST").map(({ path }) => path));
  const wrong = forms
    .filter(({ method, action }) => method.toLowerCase() === "post" && !doors.has(action))
    .map(({ action }) => new URL(action, h.base_url).pathname)
    .filter((action) => !posted.has(action) && ![...posted].some((path) => fits(path, action)));
  return [...lost, ...wrong];
}

function fits(route: string, path: string): boolean {
  const pattern = route.replace(/\{[a-z_]+\.\.\.\}/g, ".+").replace(/\{[a-z_]+\}/g, "[^/]+");
  return new RegExp(`^${pattern}$`).test(path);
}

test("there are pages to hold", () => {
  expect(pages.length).toBeGreaterThan(3);
});

test.each(pages.map((entry) => [entry.id, entry] as const))("%s is a whole page of the app", async (_id, entry) => {
  for (const given of stages) {
    const stage = await freshStage(given, entry);
    const ask = () => callAs(stage, entry, "workspace owner");
    const first = await ask();
    // What lies in somebody's My documents is shown to nobody who was given nothing.
    const caller = first.status === 404 ? "owner" : "workspace owner";
    const counts: number[] = [];
    let answer = first;
    // Listeners beside it send statements too: the fewest of some runs are its own.
    for (let run = 0; run < 3; run++) {
      const counted = await countStatements(() => callAs(stage, entry, caller));
      counts.push(counted.statements);
      answer = counted.value;
    }
    const statements = Math.min(...counts);
    expect([entry.id, answer.status]).toEqual([entry.id, 200]);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect([policy.includes("default-src 'none'"), policy.includes("unsafe")]).toEqual([true, false]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const page = await readPage(answer.body);
    const { headings, mains, lang, unlabelled, inline, twins } = page;
    expect({ headings, mains, lang, unlabelled, inline, twins, nowhere: leadsNowhere(page) }).toEqual({
      ...{ headings: 1, mains: 1, lang: "en" },
      ...{ unlabelled: [], inline: [], twins: [], nowhere: [] },
    });
    expect(page.title).not.toBe("");
    expect([entry.id, statements, statements <= STATEMENTS_MAX]).toEqual([entry.id, statements, true]);
  }
});

test("whoever is signed out signs in first, and comes back", async () => {
  for (const entry of pages) {
    const [stage] = stages;
    if (!stage) throw new Error("there is no stage");
    const { status, headers } = await callAs(await freshStage(stage, entry), entry, "stranger");
    expect([entry.id, status, headers.get("location")?.startsWith("/auth/login?next=%2Fapp")]).toEqual([
      entry.id,
      302,
      true,
    ]);
  }
});
