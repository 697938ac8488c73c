// Charts of saved views on the page of a database: their numbers, and which groups they draw.
import { expect, test } from "bun:test";
import { openPageServer } from "./page_server.ts";

const { runtime, databases, openDatabase, read } = await openPageServer();
const { must, addRecord } = databases;

async function chartOf(made: Awaited<ReturnType<typeof openDatabase>>, aggregate: object) {
  const json = { name: "Chart", config: { aggregate }, replace: true };
  const view = await must(runtime.call(`POST ${made.in}/views`, { as: runtime.anna, json }));
  const { text } = await read(`${made.page}?view=${view.id}`);
  const numbers = /<details><summary>The numbers<\/summary>.*?<\/details>/s.exec(text)?.[0] ?? "";
  const values = (cells: RegExp, from: string) => [...from.matchAll(cells)].map(([, value = ""]) => value);
  return {
    text,
    svg: /<svg role="img".*?<\/svg>/s.exec(text)?.[0] ?? "",
    bars: values(/class="value">([^<]*)</g, text),
    labels: values(/class="label">([^<]*)</g, text),
    numbers: values(/<\/th><td class="number">([^<]*)<\/td>/g, numbers),
    groups: values(/<th scope="row"[^>]*><a [^>]*>([^<]*)<\/a>/g, numbers),
  };
}

test("a chart shows the digits of the API, and where a sum has more than a bar has room for, a mark and all of them below", async () => {
  const made = await openDatabase();
  for (const [name, amounts] of [
    ["part", [1234567.89]],
    ["half", [123456789.5]],
    ["long", [9007199254740991, 2]],
    ["tiny", [1e22, 1e-7]],
    ["huge", [1.7e308, 1.7e308]],
    ["deep", [-1.7e308, -1.7e308]],
    ["none", [null]],
  ] as const) {
    for (const amount of amounts) await addRecord(made, { name, amount });
  }
  const aggregate = { op: "sum", field: "amount", group_by: "name" };
  const { groups } = await must(runtime.call(`POST ${made.in}/aggregate`, { as: runtime.anna, json: aggregate }));
  const exact = new Map(groups.map(({ label, value }: { label: string; value: unknown }) => [label, value]));
  expect([exact.get("part"), exact.get("long")]).toEqual([1234567.89, "9007199254740993"]);
  const chart = await chartOf(made, aggregate);
  expect(chart.groups).toEqual(["huge", "tiny", "long", "half", "part", "deep", "none"]);
  expect(chart.numbers).toEqual(chart.groups.map((label) => String(exact.get(label) ?? "—")));
  expect(chart.bars).toEqual([
    `≈ 3.${"4".padEnd(15, "0")}e+308`,
    "≈ 1e+22",
    "9007199254740993",
    "123456789.5",
    "1234567.89",
    `≈ -3.${"4".padEnd(15, "0")}e+308`,
    "—",
  ]);
  expect(chart.svg).not.toMatch(/Infinity|NaN/);
  for (const [, length = ""] of chart.svg.matchAll(/class="bar" x="[\d.]+%" y="\d+" width="([^"]*)%"/g)) {
    expect(Number(length)).toBeLessThanOrEqual(100);
  }
  // An average has as many digits as a double, there as here.
  await addRecord(made, { name: "part", amount: 1 });
  await addRecord(made, { name: "part", amount: 1 });
  const averages = await chartOf(made, { ...aggregate, op: "avg" });
  expect(averages.numbers).toContain("411523.2966666667");
});

test("a label gives way to a long value beside it, and stands whole under the numbers", async () => {
  const made = await openDatabase();
  const name = "A label that is as long as a label of a chart can be";
  await addRecord(made, { name, amount: 1234567890123456 });
  const chart = await chartOf(made, { op: "sum", field: "amount", group_by: "name" });
  expect([chart.labels, chart.groups]).toEqual([["A label that is as long as a…"], [name]]);
});

test("a chart of more groups than it has bars draws those with the largest value, and says which", async () => {
  const made = await openDatabase();
  const ops = Array.from({ length: 41 }, (_, n) => ({
    op: "create",
    data: { name: `g${n}`, amount: n === 40 ? 1000 : n },
  }));
  // The group with the largest sum has the fewest records.
  for (const more of ops.slice(0, 40)) ops.push({ ...more, data: { ...more.data, amount: 0 } });
  await must(runtime.call(`POST ${made.in}/records/batch`, { as: runtime.anna, json: { ops } }));
  const sums = await chartOf(made, { op: "sum", field: "amount", group_by: "name" });
  expect([sums.bars.length, sums.groups[0], sums.groups[1]]).toEqual([30, "g40", "g39"]);
  expect(sums.text).toContain("30 of 41 groups: those with the largest “Sum of Amount”.");
  const counts = await chartOf(made, { op: "count", group_by: "name" });
  expect([counts.bars[0], counts.groups.includes("g40")]).toEqual(["2", false]);
  expect(counts.text).toContain("The 30 largest groups of 41.");
});
