// What the catalogue refuses at boot, so that it can never become a fault at run time.
import { expect, test } from "bun:test";
import { signedIn } from "./auth/permits.ts";
import { buildCatalogue } from "./catalogue.ts";
import { operationFor, type Tool } from "./operation.ts";
import { type TObject, t } from "./schema.ts";

const operation = operationFor<never, never>();
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
