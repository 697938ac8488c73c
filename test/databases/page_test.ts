// The page of a database at its link: what it shows, to whom, and how it says no.
import { expect, test } from "bun:test";
import { openPageHouse } from "./page_house.ts";

const { house, databases, openDatabase, read } = await openPageHouse();
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
    house.call(`POST ${made.in}/records/batch`, {
      as: house.anna,
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
  const view = await must(house.call(`POST ${made.in}/views`, { as: house.anna, json: { name: "Done", config } }));
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
  await must(house.call(`PATCH /api/docs/${made.doc_id}`, { as: house.anna, json: { title: EVIL } }));
  const { id } = await addRecord(made, { name: EVIL, pick: EVIL, any: { [EVIL]: EVIL } });
  const config = { aggregate: { op: "count", group_by: "pick" }, filters: [{ field: "name", op: "eq", value: EVIL }] };
  const view = await must(
    house.call(`POST ${made.in}/views`, { as: house.anna, json: { name: EVIL.slice(0, 90), config } }),
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
  ["a table that is no number", "?table=x", "It is a number"],
  ["another table", "?table=999999999", "not in this database"],
  ["another view", "?view=999999999", "not in this database"],
  ["a sort by no field", "?sort=nothing", "which is no field of the table"],
  ["a sort by a list", "?sort=tags", "have no order"],
  ["a filter of no shape", "?filter=x", "status:eq:open"],
  ["a filter with another operator", "?filter=amount:contains:1", "has no operator"],
  ["a filter of the wrong type", "?filter=amount:eq:many", "send a number"],
  ["a cursor of somebody's own", "?cursor=abc", "cursor"],
  ["both ways at once", "?cursor=a&before=b", "both say where"],
  ["a member twice", "?sort=name&sort=amount", "give it once"],
  ["a NUL", "?q=a%00b", "holds a NUL character"],
  ["a file of no record", "?file=1:extra:0", "not in this database"],
  ["a long search", `?q=${"x".repeat(5000)}`, "q"],
])("%s in the address is a page that says so", async (_what, query, words) => {
  const made = await shared;
  const answer = await read(made.page + query);
  expect(answer.status).toBe(404);
  expect(answer.text.toLowerCase()).toContain(words.toLowerCase());
  expect(answer.text).toContain('role="alert"');
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
});

const shared = openDatabase();

test("a database without tables or records says so", async () => {
  const made = await openDatabase();
  expect((await read(made.page)).text).toContain("This table has no records yet.");
  expect((await read(`${made.page}?q=x`)).text).toContain("no records yet");
  const { version } = { version: 1 };
  await must(house.call(`DELETE ${made.in}?base_version=${version}&confirm=Orders`, { as: house.anna }));
  expect((await read(made.page)).text).toContain("This database has no tables yet.");
});

test("a chart shows as many digits of a long sum as somebody reads, and all of a whole one", async () => {
  const made = await openDatabase();
  for (const [status, amounts] of [
    ["open", [123456.789, 1e-15]],
    ["done", [9007199254740991, 2]],
  ] as const) {
    for (const amount of amounts) await addRecord(made, { name: status, amount, status });
  }
  const config = { aggregate: { op: "sum", field: "amount", group_by: "status" } };
  const view = await must(house.call(`POST ${made.in}/views`, { as: house.anna, json: { name: "Sums", config } }));
  const { text } = await read(`${made.page}?view=${view.id}`);
  const numbers = /<details><summary>The numbers<\/summary>.*?<\/details>/s.exec(text)?.[0] ?? "";
  expect([...numbers.matchAll(/<td class="number">([\d.]+)<\/td>/g)].map(([, number]) => number)).toEqual(
    expect.arrayContaining(["123457", "9007199254740993"]),
  );
});
