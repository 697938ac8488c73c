// A plugin of the tests: one operation of every kind that the frame knows,
// for rules that the server has no case of yet.
import {
  hook,
  listen,
  type Manifest,
  type Operation,
  operationFor,
  type Plugin,
  port,
  provide,
  type Runtime,
  refuse,
  signedIn,
  t,
} from "../../kernel/plugin.ts";

/** Its line in the manifest. */
export const toysEntry: Manifest["plugins"][string] = {
  purpose: "Toys for tests.",
  needs: [],
  toolset: "admin",
  editions: ["publisher", "community", "cloud"],
};

export const toysPort = port<{ count(runtime: Runtime): Promise<number> }>("toys");
/** Asked before a toy is made; a handler may refuse. */
export const toyMade = hook<{ name: string }, string>("toys.made");

/** What the listener heard, by server. */
export const heard: { action: string; target_id: string | null }[] = [];

const operation = operationFor<"webhooks" | "comments", "publish" | "toy">();

const Toy = t.Object({ toy_id: t.Integer(), name: t.String(), approvals: t.Array(t.String()) }, { $id: "Toy" });

export const makeToy = operation({
  id: "toy.make",
  route: "POST /api/toys",
  tool: { name: "make_toy", wording: "Make a toy." },
  summary: "Make a toy",
  body: t.Object({
    name: t.String({ minLength: 1, maxLength: 20, description: "What it is called." }),
    fail: t.Optional(t.OneOf(["refuse", "throw"], { description: "How to fail after the write." })),
    idempotency_key: t.Optional(t.String({ maxLength: 50, description: "For repeats." })),
  }),
  output: Toy,
  status: 201,
  permit: signedIn(),
  gate: { name: "webhooks", when: ({ body }) => body.name === "gated" },
  quota: "toy",
  once: "idempotency_key",
  opens: null,
  audit: "toy.make",
  refuses: [409],
  run: async (call, { body }) => {
    const approvals = await call.callHook(toyMade, { name: body.name });
    const [row] = await call.sql<{ toy_id: number }[]>`
      insert into toys (workspace_id, owner_id, name)
      values (${call.actor.workspace.id}, ${call.actor.user_id}, ${body.name}) returning toy_id`;
    call.note("toy.make", { target_type: "toy", target_id: row?.toy_id ?? 0, meta: { name: body.name } });
    if (body.fail === "refuse") throw refuse.conflict("told to refuse after the write");
    if (body.fail === "throw") throw new Error("told to break after the write");
    return { toy_id: row?.toy_id ?? 0, name: body.name, approvals };
  },
});

const freeToy = operation({
  id: "toy.comment",
  route: "POST /api/toys/{toy_id}/comments",
  summary: "Comment on a toy",
  params: t.Object({ toy_id: t.Id() }),
  body: t.Object({ text: t.String() }),
  output: t.Object({ ok: t.Boolean() }),
  permit: signedIn(),
  gate: "comments",
  opens: null,
  audit: "toy.comment",
  run: async (call, { params }) => {
    call.note("toy.comment", { target_type: "toy", target_id: params.toy_id });
    return { ok: true };
  },
});

export const toys: Plugin = {
  name: "toys",
  operations: [makeToy, freeToy],
  provides: () => [
    provide(toysPort, {
      count: async (runtime) => (await runtime.database.sql`select 1 from toys`).count,
    }),
  ],
  on: [
    listen("toy.make", "remember", async (event) => {
      heard.push({ action: event.action, target_id: event.target_id });
    }),
  ],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: () => [{ kind: "toys.tidy", attempts_max: 2, backoff_ms: () => 1000, run: async () => {} }],
};

/** The same plugin under another name, for clashes. */
export function renamedToys(name: string, operations: readonly Operation[]): Plugin {
  return { name, operations };
}

/** The quota that the toy operation counts against. */
export const toyQuotas: Manifest["quotas"] = {
  toy: {
    limit: 5,
    window_seconds: 60,
    per: "account",
    message: "too many toys ({limit}/minute)",
    editions: { cloud: 2 },
  },
};
