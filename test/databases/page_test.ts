// The page of a database at its link: what it shows, to whom, and how it says no.
import { expect, test } from "bun:test";
import { AS_BROWSER, basic, follow, openContentHouse } from "../content/published.ts";
import { databasesOf } from "./made.ts";

const house = await openContentHouse();
const { must, makeDatabase, addRecord, readDatabase } = databasesOf(house);

const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;

/** A database that everybody with its link may open. */
async function openDatabase(options: Parameters<typeof makeDatabase>[0] = {}) {
  const made = await makeDatabase({ as: house.anna, ...options });
  await must(house.call(`PATCH /api/docs/${made.doc_id}`, { as: house.anna, json: { visibility: "unlisted" } }));
  const at = new URL((await readDatabase(made)).doc.url).pathname;
  return { ...made, page: at };
}

async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await house.open(path, { headers: { ...AS_BROWSER, ...headers } });
  const text = new TextDecoder().decode(answer.bytes);
  return { status: answer.status, text, headers: answer.headers };
}

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

test("a browser that has the page is told so until a record, a view or the title changes, and no cache gives it to others", async () => {
  const made = await openDatabase();
  const tagOf = async (known = "") => {
    const { status, headers } = await read(made.page, known ? { "if-none-match": known } : {});
    expect(headers.get("cache-control")).toBe("private, no-cache");
    return [status, headers.get("etag") ?? ""] as const;
  };
  const [, first] = await tagOf();
  expect((await tagOf(first))[0]).toBe(304);
  await addRecord(made, { name: "new" });
  const [changed, second] = await tagOf(first);
  expect([changed, (await tagOf(second))[0]]).toEqual([200, 304]);
  await must(house.call(`PATCH /api/docs/${made.doc_id}`, { as: house.anna, json: { title: "Other" } }));
  expect((await tagOf(second))[0]).toBe(200);
});

test("a page brings no style along, and is packed for whoever has the link, and for others when our own page asked", async () => {
  const made = await openDatabase();
  for (let count = 0; count < 30; count++) await addRecord(made, { name: `Someone ${count}` });
  const plain = await read(made.page);
  const packed = (headers: Record<string, string> = {}) =>
    house.open(made.page, { headers: { ...AS_BROWSER, "accept-encoding": "gzip", ...headers } });
  expect([plain.text.includes("<style"), plain.headers.get("content-encoding")]).toEqual([false, null]);
  for (const [, address = ""] of plain.text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)) {
    const { status, headers } = await house.open(address);
    expect([status, headers.get("cache-control")]).toEqual([200, expect.stringContaining("immutable")]);
    expect(plain.headers.get("content-security-policy")).toContain(`${house.content_url}${address}`);
  }
  const linked = await packed();
  expect(linked.headers.get("content-encoding")).toBe("gzip");
  expect(linked.headers.get("vary")).toContain("accept-encoding");
  expect(new TextDecoder().decode(Bun.gunzipSync(linked.bytes as Uint8Array<ArrayBuffer>))).toBe(plain.text);
  expect((await packed({ "if-none-match": plain.headers.get("etag") ?? "" })).status).toBe(304);
  const json = { visibility: "password", password: "open sesame" };
  await must(house.call(`PATCH /api/docs/${made.doc_id}`, { as: house.anna, json }));
  for (const [site, encoding] of [
    ["none", null],
    ["cross-site", null],
    ["same-site", null],
    ["same-origin", "gzip"],
  ] as const) {
    const asked = { ...basic("open sesame"), "sec-fetch-site": site, "sec-fetch-dest": "document" };
    const { status, headers } = await packed(asked);
    expect([site, status, headers.get("content-encoding")]).toEqual([site, 200, encoding]);
  }
});

test("a database is shown to those who may open it: by password, to members, and to nobody once it is closed or in the trash", async () => {
  const made = await openDatabase();
  await addRecord(made, { name: "Seen by some" });
  const patch = (json: object) => must(house.call(`PATCH /api/docs/${made.doc_id}`, { as: house.anna, json }));
  const shows = async (headers: Record<string, string> = {}) => {
    const { status, text } = await read(made.page, headers);
    return [status, text.includes("Seen by some")];
  };
  expect(await shows()).toEqual([200, true]);
  await patch({ visibility: "password", password: "open sesame" });
  const known = basic("open sesame");
  expect([(await shows())[0], await shows(known)]).toEqual([401, [200, true]]);
  await patch({ password: "another one" });
  expect((await shows(known))[0]).toBe(401);
  await patch({ visibility: "workspace" });
  expect((await shows())[0]).toBe(302);
  const seen = async (visitor: ReturnType<typeof house.visitor>) => {
    const { response } = await follow(visitor, new URL(made.page, house.house.config.content_url).href);
    return [response.status, (await response.text()).includes("Seen by some")];
  };
  const [anna, otto] = [house.visitor(house.anna), house.visitor(house.otto)];
  expect([await seen(anna), await seen(otto)]).toEqual([
    [200, true],
    [200, true],
  ]);
  await patch({ visibility: "restricted" });
  expect(await seen(anna)).toEqual([200, true]);
  expect((await seen(otto))[1]).toBe(false);
  await patch({ visibility: "unlisted" });
  await must(house.call(`DELETE /api/docs/${made.doc_id}`, { as: house.anna }));
  expect(await shows()).toEqual([404, false]);
  expect((await seen(anna))[1]).toBe(false);
});

test("files of records are led to by whoever may open them at that moment", async () => {
  const fields = [
    { key: "name", label: "Name", type: "text" },
    { key: "photo", label: "Photo", type: "attachment" },
  ];
  const made = await openDatabase({ fields });
  const headers = { "x-service-filename": "a.png", "x-service-upload-id": "picture-1", "content-length": "8" };
  const body = Buffer.from("iVBORw0KGgo=", "base64");
  const { file } = await must(house.call(`PUT ${made.in}/media/photo`, { as: house.anna, headers, body }));
  const { id } = await addRecord(made, { name: "x", photo: [file] });
  const closed = await read(made.page);
  expect([closed.text.includes("Not open to you"), closed.text.includes("?file=")]).toEqual([true, false]);
  expect((await read(`${made.page}?file=${id}:photo:0`)).status).toBe(404);
  await must(house.call(`PATCH /api/docs/${file.doc_id}`, { as: house.anna, json: { visibility: "unlisted" } }));
  const open = await read(made.page);
  expect(open.text).toContain(`<img src="${made.page}?file=${id}%3Aphoto%3A0"`);
  const led = await house.open(`${made.page}?file=${id}:photo:0`, { headers: AS_BROWSER });
  expect([led.status, led.headers.get("location")]).toEqual([302, expect.stringMatching(/^\/d\/[^/]+\/a\.png$/)]);
  await must(house.call(`PATCH /api/docs/${file.doc_id}`, { as: house.anna, json: { visibility: "restricted" } }));
  await must(house.call(`PATCH /api/docs/${made.doc_id}`, { as: house.anna, json: { visibility: "workspace" } }));
  const at = new URL(`${made.page}?file=${id}:photo:0`, house.house.config.content_url).href;
  const [anna, otto] = [house.visitor(house.anna), house.visitor(house.otto)];
  for (const visitor of [anna, otto]) await follow(visitor, new URL(made.page, at).href);
  const fetched = await follow(anna, at);
  expect([fetched.response.status, fetched.url.pathname.startsWith("/download/")]).toEqual([200, true]);
  expect((await follow(otto, at)).response.status).toBe(404);
});

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
