// What each phase of an operation may do:
// a read and a prepare promise nothing that would be dropped, and an export leaves its row.
import { afterEach, expect, test } from "bun:test";
import { listen, operationFor, type Plugin, type PrepareCall, signedIn, t } from "../../kernel/plugin.ts";
import type { ReadCall, RecordingCall } from "../../kernel/ports/operation.ts";
import { openHarness } from "../harness/harness.ts";

const operation = operationFor<never, never>();
const Answer = t.Object({ can: t.Array(t.String()) });

/** What only the transaction of a write can keep. */
const PROMISES = ["note", "lastly", "afterCommit", "record"] as const;
type IsNever<T> = [T] extends [never] ? true : false;
type Promises<C> = Extract<keyof C, (typeof PROMISES)[number]>;

/** Another type than `true` does not compile. */
const isSilent: { read: IsNever<Promises<ReadCall>>; prepare: IsNever<Promises<PrepareCall>> } = {
  read: true,
  prepare: true,
};

/** An export can do one thing more than another read. */
const ofExport: Promises<RecordingCall> = "record";

const can = (call: object) => PROMISES.filter((name) => name in call);
const base = { summary: "Look at toys", output: Answer, permit: signedIn() };

const look = operation({ ...base, id: "phases.look", route: "GET /api/phases", run: (call) => ({ can: can(call) }) });

const lookByTool = operation({
  ...base,
  id: "phases.look_by_tool",
  tool: { name: "look_at_phases", wording: "Look." },
  effect: "read",
  run: (call) => {
    const isInferred: IsNever<Promises<typeof call>> = true;
    return { can: isInferred ? can(call) : [] };
  },
});

const make = operation({
  ...base,
  id: "phases.make",
  route: "POST /api/phases",
  opens: null,
  audit: "phases.make",
  prepare: async (call) => can(call),
  run: (call, _input, prepared) => {
    call.note("phases.make", { target_type: "phase", target_id: 1 });
    return { can: [...prepared, "then", ...can(call)] };
  },
});

const exportAll = operation({
  ...base,
  id: "phases.export",
  route: "GET /api/phases/export",
  query: t.Object({ what: t.Optional(t.String()) }),
  records: "phases.export",
  refuses: [409],
  run: async (call, { query }) => {
    if (query.what !== "nothing") {
      await call.record({ target_type: "phase", target_id: query.what ?? "all", meta: { count: 3 } });
    }
    if (query.what === "broken") throw new Error("told to break after the row");
    return { can: can(call) };
  },
});

const heard: string[] = [];
const phases: Plugin = {
  name: "phases",
  operations: [look, lookByTool, make, exportAll],
  on: [
    listen("phases.export", "remember", async (event) => {
      heard.push(event.target_id);
    }),
  ],
};

const h = await openHarness({
  extra: [{ plugin: phases, entry: { purpose: "Shows phases.", needs: [], toolset: "docs", editions: ["community"] } }],
});

afterEach(() => {
  heard.length = 0;
});

test("a read and a prepare are handed nothing that promises, by type and when they run; a write is", async () => {
  expect(isSilent).toEqual({ read: true, prepare: true });
  const person = await h.person();
  expect((await h.call("GET /api/phases", { as: person })).body.can).toEqual([]);
  const made = await h.call("POST /api/phases", { as: person });
  expect(made.body.can).toEqual(["then", "note", "lastly", "afterCommit"]);
});

test("an export writes its row in a transaction of its own, and its listener hears it", async () => {
  const person = await h.person();
  const answer = await h.call("GET /api/phases/export", { as: person });
  expect(answer.body.can).toEqual([ofExport]);
  const [row] = await h.runtime.database.sql`
    select actor_user_id, target_id, meta, ip from audit_events where action = 'phases.export' and actor = ${person.email}`;
  expect(row).toMatchObject({ target_id: "all", meta: { count: 3, via: "api", request_id: expect.any(String) } });
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
  expect(heard).toEqual(["all"]);
});

test("a row that was recorded stays when the export fails after it, and an export that records nothing is a fault", async () => {
  const person = await h.person();
  const rows = () => h.runtime.database.sql`
    select target_id from audit_events where action = 'phases.export' and actor = ${person.email}`;
  expect((await h.call("GET /api/phases/export?what=broken", { as: person })).status).toBe(500);
  expect((await rows()).map((row) => row["target_id"])).toEqual(["broken"]);
  expect((await h.call("GET /api/phases/export?what=nothing", { as: person })).status).toBe(500);
  expect((await rows()).length).toBe(1);
});

test("an export is a read in the catalogue, and its row is among the actions", async () => {
  const entry = h.runtime.catalogue.byId.get("phases.export");
  expect(entry).toMatchObject({ effect: "read", audit: ["phases.export"] });
  expect(h.runtime.catalogue.actions).toContain("phases.export");
});
