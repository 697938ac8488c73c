// The page of a database at its link: what it shows, to whom, and how it says no.
import { expect, test } from "bun:test";
import { openPageServer } from "./page_server.ts";

const { runtime: server, databases, openDatabase, read } = await openPageServer();
const { must, addRecord } = databases;

const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;

/** The addresses of links whose text or label holds the words. */
function links(text: string, words: string): string[] {
  const found = [...text.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)];
  return found
    .filter(([whole]) => whole.includes(words))
    .map(([, href = ""]) => href.replaceAll("&amp;", "&").replaceAll("&#39;", "'"));
}

test("a page of a database shows its tables, views and records, and is found again by search, sort, filter and cursor", async () => {
  const made = await openDatabase();
  await must(
    server.call(`POST ${made.in}/records/batch`, {
      as: server.anna,
      json: {
        ops: Array.from({ length: 120 }, (_, n) => ({
          op: "create",
          data: { name: `Item ${String(n).padStart(3, "0")}`, amount: n, status: n % 3 ? "open" : "done", tags: ["a"] },
        })),
      },
    }),
  );
  const config = {
    filters: [{ field: "status", op: "eq", value: "done" }],
    sort: "amount",
    descending: true,
    aggregate: { op: "sum", field: "amount", group_by: "status" },
  };
  const view = await must(server.call(`POST ${made.in}/views`, { as: server.anna, json: { name: "Done", config } }));
  const first = await read(made.page);
  expect(first.status).toBe(200);
  expect(first.text).toContain("Item 049");
  expect(first.text).not.toContain("Item 050");
  expect(links(first.text, ">Done<").some((href) => href.includes(`view=${view.id}`))).toBe(true);
  const second = await read(links(first.text, 'rel="next"')[0] ?? "");
  expect([second.text.includes("Item 050"), second.text.includes("Item 049")]).toEqual([true, false]);
  const third = await read(links(second.text, 'rel="next"')[0] ?? "");
  expect([third.text.includes("Item 119"), links(third.text, 'rel="next"')]).toEqual([true, []]);
  const back = await read(links(third.text, 'rel="prev"')[0] ?? "");
  expect([...back.text.matchAll(/Item \d{3}/g)].map(String)).toEqual(
    [...second.text.matchAll(/Item \d{3}/g)].map(String),
  );
  const again = await read(links(back.text, 'rel="prev"')[0] ?? "");
  expect([again.text.includes("Item 000"), links(again.text, 'rel="prev"')]).toEqual([true, []]);

  const found = await read(`${made.page}?q=item+00`);
  expect([found.text.includes("10 of 120 records"), found.text.includes("Item 010")]).toEqual([true, false]);
  expect((await read(`${made.page}?q=+item+00+`)).text).toContain("10 of 120 records");
  expect((await read(`${made.page}?q=+`)).text).toContain("120 records");
  const sorted = await read(`${made.page}?sort=amount&descending=true`);
  expect(/Item \d{3}/.exec(sorted.text)?.[0]).toBe("Item 119");
  expect(sorted.text).toContain('aria-sort="descending"');
  const filtered = await read(`${made.page}?filter=status:eq:done&filter=amount:lt:10&filter=tags:contains:a`);
  expect(filtered.text).toContain("4 of 120 records");
  const saved = await read(`${made.page}?view=${view.id}`);
  expect([/Item \d{3}/.exec(saved.text)?.[0], saved.text.includes("40 of 120 records")]).toEqual(["Item 117", true]);
  expect(saved.text).toContain('<svg role="img" aria-label="Sum of Amount by Status: done 2340"');
});

test("a record has an address of its own, with whole values by type", async () => {
  const made = await openDatabase({
    fields: [
      { key: "name", label: "Name", type: "text" },
      { key: "site", label: "Site", type: "url" },
      { key: "at", label: "At", type: "datetime" },
      { key: "ok", label: "OK", type: "checkbox" },
      { key: "more", label: "More", type: "json" },
    ],
  });
  const data = {
    name: "x".repeat(900),
    site: "https://example.com/a?b=1&c=2",
    at: "2026-03-01T12:00:00.123456+01:00",
    ok: true,
    more: { deep: { n: 1 } },
  };
  const { id } = await addRecord(made, data);
  const [grid, page] = [await read(made.page), await read(`${made.page}?record=${id}`)];
  expect([grid.text.includes("x".repeat(281)), page.text.includes("x".repeat(900))]).toEqual([false, true]);
  for (const { text } of [grid, page]) {
    expect(text).toContain('<time datetime="2026-03-01T11:00:00.123456Z">2026-03-01 11:00:00.123456 UTC</time>');
    expect(text).toContain('href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer nofollow ugc"');
    expect(text).toContain('aria-label="Yes"');
  }
  expect(page.text).toContain("&quot;deep&quot;");
  expect((await read(`${made.page}?record=${id + 1}`)).status).toBe(404);
});

test("markup in titles, names, labels, options, values and addresses is text, and no script may run", async () => {
  const made = await openDatabase({
    fields: [
      { key: "name", label: EVIL, type: "text" },
      { key: "pick", label: "Pick", type: "select", options: [EVIL] },
      { key: "any", label: "Any", type: "json" },
    ],
  });
  await must(server.call(`PATCH /api/docs/${made.doc_id}`, { as: server.anna, json: { title: EVIL } }));
  const { id } = await addRecord(made, { name: EVIL, pick: EVIL, any: { [EVIL]: EVIL } });
  const config = { aggregate: { op: "count", group_by: "pick" }, filters: [{ field: "name", op: "eq", value: EVIL }] };
  const view = await must(
    server.call(`POST ${made.in}/views`, { as: server.anna, json: { name: EVIL.slice(0, 90), config } }),
  );
  const evil = encodeURIComponent(EVIL);
  for (const query of [
    "",
    `?view=${view.id}`,
    `?record=${id}`,
    `?q=${evil}`,
    `?sort=${evil}`,
    `?filter=${evil}`,
    `?filter=name:eq:${evil}`,
    `?file=${evil}`,
    `?table=${evil}`,
  ]) {
    const { text, headers } = await read(made.page + query);
    expect(text).not.toMatch(/<script|<img src=x|onerror=alert\(2\)>/i);
    const policy = headers.get("content-security-policy") ?? "";
    expect([policy.includes("default-src 'none'"), policy.includes("script-src"), policy.includes("unsafe")]).toEqual([
      true,
      false,
      false,
    ]);
  }
});

test.each([
  ["a table that is no number", "?table=x", "the address says table=x; it is a number, such as table=12"],
  ["another table", "?table=999999999", "not in this database"],
  ["another view", "?view=999999999", "not in this database"],
  ["a sort by no field", "?sort=nothing", "is no column of this table. An order is written as sort=name"],
  ["a sort by a list", "?sort=tags", "whose values have no order. An order is written as sort=name"],
  ["a filter of no shape", "?filter=x", "column:operator:value, such as filter=name:eq:text"],
  ["a filter on no field", "?filter=nothing:eq:x", "is no column of this table. Its columns are name, amount"],
  ["a filter with another operator", "?filter=amount:contains:1", "It knows eq, ne, empty, not_empty, gt"],
  ["a filter of the wrong type", "?filter=amount:gt:x", 'with "x", which is no number. A filter is written'],
  ["the same", "?filter=amount:gt:x", "such as filter=amount:gt:1.5"],
  ["a filter by no choice", "?filter=status:eq:x", "is no choice of that column. Its choices are open, done"],
  ["a filter by a list of no shape", "?filter=tags:eq:x", 'such as filter=tags:eq:["a"]'],
  ["a filter by nothing", "?filter=amount:eq:", "compares the column amount with nothing"],
  ["too many filters", `?${"&filter=amount:empty".repeat(60)}`, "the address has 60 filters; a page takes at most"],
  ["an order of no kind", "?descending=x", "it is written as descending=true or descending=false"],
  ["a cursor of somebody's own", "?cursor=abc", "comes from the links First, Previous and Next"],
  ["a place before one of somebody's own", "?before=abc", "comes from the links First, Previous and Next"],
  ["both ways at once", "?cursor=a&before=b", "both say where"],
  ["a member twice", "?sort=name&sort=amount", "give it once"],
  ["a NUL", "?q=a%00b", "the search (q) in the address holds a NUL character"],
  ["a file of no record", "?file=1:extra:0", "not in this database"],
  ["a file of no shape", "?file=x", "such as file=12:photo:0"],
  ["a long search", `?q=${"x".repeat(5000)}`, "the search (q) in the address has 5000 characters"],
])(
  "%s in the address is a page that says so in the address's own form, and leads back",
  async (_what, query, words) => {
    const made = await shared;
    const answer = await read(made.page + query);
    expect(answer.status).toBe(404);
    const alert = /<div class="card" role="alert">.*?<\/div>/s.exec(answer.text)?.[0] ?? "";
    const said = alert.replaceAll("&quot;", '"').replaceAll("&#39;", "'");
    expect(said.toLowerCase()).toContain(words.toLowerCase());
    expect(said).not.toMatch(/next_cursor|filters\[|\{"|undefined/);
    expect(links(alert, "Back to the table <bdi>Orders</bdi>")).toEqual([`${made.page}?table=${made.table.id}`]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  },
);

test("a cursor of another order, and a view of columns that are gone, are said in words for readers", async () => {
  const made = await openDatabase();
  for (let n = 0; n < 60; n++) await addRecord(made, { name: `n${n}`, amount: n });
  const next = links((await read(made.page)).text, 'rel="next"')[0] ?? "";
  const other = await read(`${next}&sort=amount`);
  expect([other.status, other.text.includes("comes from the links First, Previous and Next")]).toEqual([404, true]);
  const json = { name: "Large", config: { filters: [{ field: "amount", op: "gt", value: 1 }] } };
  const view = await must(server.call(`POST ${made.in}/views`, { as: server.anna, json }));
  // As a view is whose column was taken away since.
  const config = { filters: [{ field: "gone", op: "gt", value: 1 }] };
  await server.runtime.database
    .sql`update database_views set config = ${JSON.stringify(config)}::text::jsonb where view_id = ${view.id}`;
  const stale = await read(`${made.page}?view=${view.id}`);
  expect([stale.status, stale.text.includes("The saved view &quot;Large&quot; asks for what this table")]).toEqual([
    404,
    true,
  ]);
  expect(stale.text).not.toContain("filters[");
});

test("a view's own search is shown as a mark and counted, and gives way to the reader's in so many words", async () => {
  const made = await openDatabase();
  for (let n = 0; n < 20; n++) await addRecord(made, { name: `n${n}`, status: n % 2 ? "open" : "done" });
  const config = { search: "n1", aggregate: { op: "count", group_by: "status" } };
  const view = await must(server.call(`POST ${made.in}/views`, { as: server.anna, json: { name: "Ones", config } }));
  const marks = (text: string) =>
    [...text.matchAll(/<li class="filter">(.*?)<\/li>/gs)].map(([, mark = ""]) => mark.replace(/<[^>]*>/g, ""));
  const away = "does not apply while yours does";
  const saved = await read(`${made.page}?view=${view.id}`);
  expect([marks(saved.text), saved.text.includes("11 of 20 records")]).toEqual([["Found: n1"], true]);
  expect(saved.text).not.toContain(away);
  const own = await read(`${made.page}?view=${view.id}&q=n5`);
  expect([marks(own.text), own.text.includes("1 of 20 records")]).toEqual([["Found: n5×"], true]);
  expect(own.text).toContain(`This view's own search, <bdi>“n1”</bdi>, ${away}.`);
  expect(own.text).toContain('aria-label="Records by Status: open 1"');
  expect(links(own.text, "Back to the view")).toEqual([`${made.page}?view=${view.id}&table=${made.table.id}`]);
  const same = await read(`${made.page}?view=${view.id}&q=N1`);
  expect([marks(same.text), same.text.includes(away)]).toEqual([["Found: N1×"], false]);
  const filtered = await read(`${made.page}?view=${view.id}&filter=status:eq:open`);
  expect([marks(filtered.text), filtered.text.includes("6 of 20 records")]).toEqual([
    ["Status is open×", "Found: n1"],
    true,
  ]);
});

const shared = openDatabase();

test("a database without tables or records says so", async () => {
  const made = await openDatabase();
  expect((await read(made.page)).text).toContain("This table has no records yet.");
  expect((await read(`${made.page}?q=x`)).text).toContain("no records yet");
  const { version } = { version: 1 };
  await must(server.call(`DELETE ${made.in}?base_version=${version}&confirm=Orders`, { as: server.anna }));
  expect((await read(made.page)).text).toContain("This database has no tables yet.");
});
