// A plugin of toys: the smallest operations on which every behaviour of a tool call can be seen.

import { operationFor, type Permit, type Plugin, refuse, signedIn, t } from "../../kernel/plugin.ts";

const operation = operationFor<never, "publish">();

const Toy = t.Object({ toy_id: t.String(), title: t.String(), url: t.String(), note: t.Optional(t.String()) });
const ToyId = t.Object({ toy_id: t.String({ description: "The toy's id." }) });

/** Toys are kept in memory, by title. */
const made: string[] = [];

export function madeToys(): readonly string[] {
  return made;
}

const knownToy: Permit<string> = {
  needs: "an existing toy",
  check: (_call, { params }) => {
    if (params["toy_id"] === "none") throw refuse.notFound("toy not found");
    return String(params["toy_id"]);
  },
};

const getToy = operation({
  id: "toy.get",
  route: "GET /api/toys/{toy_id}",
  tool: { name: "get_toy", wording: "Get one toy.", formerly: ["fetch_toy"] },
  summary: "Get a toy",
  params: ToyId,
  query: t.Object({
    max_chars: t.Optional(t.Integer({ minimum: 0, maximum: 1_000_000, description: "How long a note to send." })),
  }),
  output: Toy,
  permit: knownToy,
  run: ({ subject }, { query }) => {
    if (subject === "broken") throw new Error("the spring of toy 7 is loose");
    const note = query.max_chars === undefined ? {} : { note: "n".repeat(query.max_chars) };
    return { toy_id: subject, title: "A toy", url: `/toys/${subject}`, ...note };
  },
});

const makeToy = operation({
  id: "toy.make",
  route: "POST /api/toys",
  tools: [
    { name: "make_toy", wording: "Make a toy." },
    { name: "make_red_toy", wording: "Make a red toy.", takes: ["title"], fixed: { colour: "red" }, gives: ["title"] },
  ],
  summary: "Make a toy",
  status: 201,
  body: t.Object({
    title: t.String({ minLength: 1, description: "What it is called." }),
    colour: t.Optional(t.OneOf(["red", "blue"], { description: "Its colour." })),
    tags: t.Optional(t.Array(t.LongText(), { description: "Labels.", examples: [["wood"]] })),
  }),
  output: Toy,
  permit: signedIn(),
  quota: "publish",
  opens: null,
  audit: "toy.make",
  refuses: [409],
  run: ({ note }, { body }) => {
    if (body.title === "taken") {
      throw refuse.conflict('title is already held by "taken"', { current_version: 3, diff: "-old\n+taken" });
    }
    made.push(body.title);
    note("toy.make", { target_type: "toy", target_id: body.title, meta: { colour: body.colour ?? null } });
    const labelled = body.tags ? { note: `labels of ${body.tags.join("").length} characters` } : {};
    return { toy_id: body.title, title: body.title, url: `/toys/${encodeURIComponent(body.title)}`, ...labelled };
  },
});

const touchToys = operation({
  id: "toy.touch",
  tool: { name: "touch_toys", wording: "Touch every toy." },
  summary: "Touch every toy",
  effect: "read",
  permit: signedIn(),
  run: () => undefined,
});

export const toys: Plugin = { name: "toys", operations: [getToy, makeToy, touchToys] };
