// Of two requests under one key the later may be prepared after the first has ended;
// what then stands in its way is the first's doing.

import { expect, test } from "bun:test";
import { operationFor, type Plugin, refuse, signedIn, t } from "../../kernel/plugin.ts";
import { openHarness } from "../harness/harness.ts";

const operation = operationFor<never, never>();

let isTaken = false;
const waiting = Promise.withResolvers<void>();
const over = Promise.withResolvers<void>();

/** Takes the one seat there is; whoever prepares second does so when the first has committed. */
const takeSeat = operation({
  id: "seat.take",
  route: "POST /api/seats",
  summary: "Take the seat",
  output: t.Object({ seat: t.Integer() }, { $id: "Seat" }),
  permit: signedIn(),
  opens: null,
  audit: "seat.take",
  refuses: [410],
  prepare: async ({ request }) => {
    if (request.headers.get("x-late") !== null) {
      waiting.resolve();
      await over.promise;
    }
    if (isTaken) throw refuse.gone("the seat is taken");
  },
  run: ({ note }) => {
    note("seat.take", { target_type: "seat", target_id: 1 });
    isTaken = true;
    return { seat: 1 };
  },
});

const plugin: Plugin = { name: "seats", operations: [takeSeat] };
const entry = { purpose: "Seats.", needs: [], editions: ["community"], toolset: "docs" };
const h = await openHarness({ extra: [{ plugin, entry }] });

test("a request whose twin ended while it was prepared answers as its twin did, another one is refused", async () => {
  const as = await h.person();
  const take = (headers: Record<string, string>) => h.call("POST /api/seats", { as, headers });
  const late = take({ "idempotency-key": "mine", "x-late": "1" });
  await waiting.promise;
  const first = await take({ "idempotency-key": "mine" });
  over.resolve();
  expect(await late).toMatchObject({ status: 200, body: first.body });
  expect((await take({ "idempotency-key": "other" })).status).toBe(410);
  expect((await h.audit()).filter((row) => row.action === "seat.take")).toHaveLength(1);
});
