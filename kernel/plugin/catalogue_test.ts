// What the catalogue refuses at boot, so that it can never become a fault at run time.
import { expect, test } from "bun:test";
import { signedIn } from "../access/permits.ts";
import { type TObject, t } from "../base/schema.ts";
import type { Operation, Tool } from "../operation/operation.ts";
import { operationFor } from "../operation/operation_for.ts";
import { buildCatalogue } from "./catalogue.ts";

const operation = operationFor<never, string>();
const manifest = { plugins: {}, editions: {}, gates: {}, allowances: {}, quotas: {}, caps: {} };

function buildWith(query: TObject) {
  const one = operation({
    id: "thing.list",
    route: "GET /api/things",
    summary: "List things",
    query,
    permit: signedIn(),
    run: () => undefined,
  });
  return buildCatalogue([{ name: "things", operations: [one] }], manifest);
}

test("an integer input without bounds refuses to boot, at any depth and under null", () => {
  const loose = [
    t.Object({ size: t.Integer() }),
    t.Object({ size: t.Optional(t.Integer({ minimum: 1 })) }),
    t.Object({ inner: t.Object({ size: t.Nullable(t.Integer({ maximum: 1 })) }) }),
  ];
  for (const query of loose) {
    expect(() => buildWith(query)).toThrow('thing.list takes the integer "size" without bounds');
  }
  const bound = t.Object({ id: t.Id(), version: t.Version(), limit: t.Limit({ maximum: 5 }), size: t.Number() });
  expect(buildWith(bound).byId.has("thing.list")).toBe(true);
});

test("an operation that charges another account names a quota that is counted by account, or refuses to boot", () => {
  const perAddress = { limit: 1, window_seconds: 60, per: "address", message: "too many" } as const;
  const quotas = { visits: perAddress, writes: { ...perAddress, per: "account" } } as const;
  const build = (quota: string) => {
    const one = operation({
      id: "thing.send",
      route: "GET /api/things",
      summary: "Send one",
      permit: signedIn(),
      charges: { quota, to: () => null },
      run: () => undefined,
    });
    return buildCatalogue([{ name: "things", operations: [one] }], { ...manifest, quotas });
  };
  expect(() => build("visits")).toThrow('thing.send charges an account by quota "visits"');
  expect(() => build("nothing")).toThrow('thing.send charges an account by quota "nothing"');
  expect(build("writes").byId.has("thing.send")).toBe(true);
});

test("only a read that leaves nothing but its answer may be thrown away, or refuses to boot", () => {
  const build = (effect: "read" | "write") => {
    const one = operation({
      id: "thing.look",
      route: "POST /api/things",
      summary: "Look at one",
      permit: signedIn(),
      effect,
      audit: effect === "write" ? "doc.publish" : undefined,
      discardable: true,
      run: () => undefined,
    });
    return buildCatalogue([{ name: "things", operations: [one] }], manifest);
  };
  expect(() => build("write")).toThrow("thing.look leaves more than its answer");
  expect(build("read").byId.has("thing.look")).toBe(true);
});

function buildTools(...tools: Tool[]) {
  const base = { summary: "Do it", effect: "read" as const, permit: signedIn(), run: () => undefined };
  const operations = tools.map((tool) => operation({ ...base, id: `thing.${tool.name}`, tool }));
  return buildCatalogue([{ name: "things", operations }], manifest);
}

test("a former name of a tool leads to it, and refuses to boot where another tool has or had it", () => {
  const built = buildTools({ name: "get_thing", wording: "Get.", formerly: ["read_thing"] });
  expect([...built.tools.keys()]).toEqual(["get_thing"]);
  expect(built.formerTools.get("read_thing")?.tool.name).toBe("get_thing");
  const [one, other] = [
    { name: "one", wording: "One." },
    { name: "other", wording: "Other." },
  ];
  for (const [first, second] of [
    [{ ...one, formerly: ["other"] }, other],
    [one, { ...other, formerly: ["one"] }],
    [
      { ...one, formerly: ["old"] },
      { ...other, formerly: ["old"] },
    ],
    [{ ...one, formerly: ["one"] }, other],
  ] as [Tool, Tool][]) {
    expect(() => buildTools(first, second)).toThrow("is a name of both tools");
  }
});

const reading = { id: "thing.export", route: "GET /api/things" as const, summary: "Export things", permit: signedIn() };
const writing = { ...reading, id: "thing.make", route: "POST /api/things" as const, summary: "Make a thing" };
const boot = (one: Operation) => () => buildCatalogue([{ name: "things", operations: [one] }], manifest);

test("a read that declares audit refuses to boot and is told of records, which a write may not declare", () => {
  const noting = operation({ ...reading, audit: "thing.export", run: () => undefined });
  expect(boot(noting)).toThrow('declare records: "thing.export" for an export');
  const byTool = {
    id: "thing.export",
    summary: "Export",
    permit: signedIn(),
    tool: { name: "export", wording: "Export." },
  };
  expect(boot(operation({ ...byTool, effect: "read", audit: "thing.export", run: () => undefined }))).toThrow("reads");
  const both = operation({ ...reading, audit: "thing.list", records: "thing.export", run: () => undefined });
  expect(boot(both)).toThrow("declares both audit and records");
  const written = operation({ ...writing, records: "thing.make", run: () => undefined });
  expect(boot(written)).toThrow("declare audit instead of records");
  const recording = operation({ ...reading, records: "thing.export", run: () => undefined });
  expect(boot(recording)().actions).toEqual(["thing.export"]);
});

test("a read with a prepare refuses to boot: there is no transaction to come before", () => {
  expect(boot(operation({ ...reading, prepare: async () => 1, run: () => undefined }))).toThrow(
    "move prepare into run",
  );
});
