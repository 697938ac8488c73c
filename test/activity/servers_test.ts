// Two servers count at once:
// whoever reads what where and when, the numbers are those of a model that saw every reading.
import { afterEach, expect, test } from "bun:test";
import fc from "fast-check";
import { DAY_MS, MINUTE_MS } from "../../kernel/plugin.ts";
import { openContentServer, type Published } from "../content/published.ts";
import { pickByDepth } from "../harness/depth.ts";
import { must } from "../roots/space.ts";

const h = await openContentServer({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
const other = await h.twin();
const START = h.clock.now().getTime();
/** A minute before midnight, so that histories go over it. */
const EVENING = Math.ceil(START / DAY_MS) * DAY_MS + DAY_MS - MINUTE_MS;

afterEach(() => h.clock.set(new Date(START)));

const BROWSERS = ["Firefox/130.0", "Firefox/131.0", "Chrome/128.0"].map(
  (one) => `Mozilla/5.0 (X11; Linux x86_64) ${one}`,
);

type Step =
  | { do: "read"; server: 0 | 1; document: number; browser: number; address: number; cached: boolean }
  | { do: "wait"; minutes: number }
  | { do: "write"; server: 0 | 1 }
  | { do: "write both" };

const server = fc.constantFrom<0 | 1>(0, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant("read" as const),
      server,
      document: fc.nat(1),
      browser: fc.nat(BROWSERS.length - 1),
      address: fc.nat(2),
      cached: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("write" as const), server }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("write both" as const) }) },
);

const runtimes = [h, other] as const;
const dayOf = (): string => h.clock.now().toISOString().slice(0, 10);

async function writeBoth(): Promise<void> {
  await Promise.all(runtimes.map(({ runtime }) => runtime.jobs.runDue()));
}

async function read(one: Extract<Step, { do: "read" }>, document: Published): Promise<void> {
  const runtime = runtimes[one.server];
  const headers = {
    host: new URL(runtime.content_url).host,
    "user-agent": BROWSERS[one.browser] ?? "",
    // The harness speaks from a trusted proxy's address.
    "x-forwarded-for": `203.0.113.${one.address}`,
    ...(one.cached ? { "if-none-match": "*" } : {}),
  };
  const answer = await runtime.fetch(new Request(`${runtime.content_url}${document.at}`, { headers }));
  await answer.arrayBuffer();
  expect(answer.status).toBe(one.cached ? 304 : 200);
}

test("numbers by day are those of the model, over midnight and whoever writes when", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      h.clock.set(new Date(EVENING));
      const documents = [await h.publish({ visibility: "unlisted" }), await h.publish({ visibility: "unlisted" })];
      let waited = 0;
      const model = new Map<string, { views: number; readers: Set<string> }>();
      for (const one of steps) {
        if (one.do === "wait") {
          // Servers write every two seconds; what waits for an hour after midnight is counted without its reader.
          waited += one.minutes;
          if (waited > 50) await writeBoth();
          if (waited > 50) waited = one.minutes;
          h.clock.advance(one.minutes * MINUTE_MS);
        } else if (one.do === "write") await runtimes[one.server].runtime.jobs.runDue();
        else if (one.do === "write both") await writeBoth();
        else {
          const document = documents[one.document];
          if (!document) continue;
          await read(one, document);
          const key = `${document.doc_id} ${dayOf()}`;
          const seen = model.get(key) ?? { views: 0, readers: new Set() };
          model.set(key, { views: seen.views + 1, readers: seen.readers.add(`${one.browser} ${one.address}`) });
        }
      }
      await writeBoth();
      for (const { doc_id } of documents) {
        const { body } = await must(h.call(`GET /api/activity/summary?doc_id=${doc_id}`, { as: h.anna }));
        const counted = body.series.filter((one: { views: number }) => one.views > 0);
        const wanted = [...model]
          .filter(([key]) => key.startsWith(`${doc_id} `))
          .map(([key, { views, readers }]) => ({
            day: key.slice(doc_id.length + 1),
            views,
            unique_viewers: readers.size,
          }));
        expect(
          counted.map(({ day, views, unique_viewers }: Record<string, unknown>) => ({ day, views, unique_viewers })),
        ).toEqual(wanted.sort((one, two) => (one.day < two.day ? -1 : 1)));
      }
    }),
    { numRuns: pickByDepth({ small: 6, deep: 40 }) },
  );
});

test("over both documents of a folder a reader of a day is one", async () => {
  const documents = [];
  for (let count = 0; count < 2; count++) documents.push(await h.publish({ visibility: "unlisted", folder: "Both" }));
  const by = { do: "read", browser: 0, address: 1, cached: false } as const;
  for (const [index, document] of documents.entries())
    await read({ ...by, document: index, server: index === 0 ? 0 : 1 }, document);
  await writeBoth();
  const { body } = await must(h.call("GET /api/activity/summary?root=~&folder=Both", { as: h.anna }));
  expect(body.series.at(-1)).toMatchObject({ views: 2, unique_viewers: 1 });
  expect(body.top.map((one: { unique_viewers: number }) => one.unique_viewers)).toEqual([1, 1]);
});

test("what a server could not write it writes later, and what it has when it stops at once", async () => {
  const twin = await h.twin();
  const document = await h.publish({ visibility: "unlisted" });
  const by = { do: "read", browser: 0, address: 1, cached: false, document: 0, server: 1 } as const;
  await read(by, document);
  const { sql } = h.runtime.database;
  await sql`alter table activity_days rename to activity_days_away`;
  try {
    await expect(other.runtime.jobs.runDue()).rejects.toThrow("activity_days");
  } finally {
    await sql`alter table activity_days_away rename to activity_days`;
  }
  await twin.runtime.jobs.stop();
  await other.runtime.jobs.stop();
  const { body } = await must(h.call(`GET /api/activity/summary?doc_id=${document.doc_id}`, { as: h.anna }));
  expect(body.series.at(-1)).toMatchObject({ views: 1, unique_viewers: 1 });
});
