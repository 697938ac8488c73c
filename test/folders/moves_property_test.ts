// Random trees of folders, moved about, against a plain model: what is where, what is seen, and whose list counts.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { must, openSpace, put } from "../roots/space.ts";

const h = await openHarness();

const names = fc.constantFrom("a", "A", "b", "c");
const paths = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant("publish" as const), path: paths }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("make" as const), path: paths }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("close" as const), path: paths }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("trash" as const), path: paths }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant("move" as const), path: paths, to: paths }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), path: paths, force: fc.boolean() }) },
  ),
  { minLength: 3, maxLength: 14 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

const isIn = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`);
const above = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const join = (...parts: string[]) => parts.filter((part) => part !== "").join("/");
const upTo = (path: string): string[] => (path === "" ? [] : [...upTo(above(path)), path]);

/** What folders are, in the plainest words. */
class Model {
  explicit = new Set<string>();
  lists = new Set<string>();
  docs = new Map<string, string>();

  seen(without?: string): Set<string> {
    const there = [...this.explicit, ...this.lists, ...this.docs.values()];
    return new Set(there.filter((path) => without === undefined || !isIn(without, path)).flatMap(upTo));
  }

  move(from: string, to: string, removing = false): void {
    const stays = this.seen(from);
    const stood = [...this.explicit, ...this.lists].filter((path) => isIn(from, path));
    const isOpen = this.opener(above(from));
    const wasOpen = stood.some(isOpen);
    const target = (path: string) => join(to, path.slice(from.length + 1));
    const take = (set: Set<string>, keep: (path: string) => boolean) => {
      const moving = [...set].filter((path) => isIn(from, path));
      for (const path of moving) set.delete(path);
      for (const path of moving) if (!(removing && path === from) && keep(path)) set.add(target(path));
    };
    take(this.explicit, () => true);
    take(this.lists, (path) => !stays.has(target(path)));
    for (const [doc, path] of this.docs) if (isIn(from, path)) this.docs.set(doc, target(path));
    // A folder above goes with its documents, never with a folder in it.
    const isLost = stood.length > 0 && !this.seen().has(above(from));
    const left = [...this.explicit, ...this.lists, ...this.docs.values()].filter((path) => isIn(above(from), path));
    if (isLost || (wasOpen && !left.some(this.opener(above(from))))) this.explicit.add(above(from));
    this.explicit.delete("");
  }

  /** Whether a folder at or below `top` is there for whoever may open `top`: no list of its own is in between. */
  private opener(top: string): (path: string) => boolean {
    const lists = [...this.lists].filter((list) => list !== top && isIn(top, list));
    return (path) => !lists.some((list) => isIn(list, path));
  }

  /** What the service should answer, after which the model is as the service should be. */
  apply(step: Exclude<Step, { do: "publish" | "trash" | "close" }>): number {
    if (step.do === "make") {
      this.explicit.add(step.path);
      return 201;
    }
    if (step.do === "move" && step.to !== step.path && isIn(step.path, step.to)) return 400;
    if (!this.seen().has(step.path)) return 404;
    if (step.do === "move") {
      if (step.to !== step.path) this.move(step.path, step.to);
      return 200;
    }
    if (!step.force && this.holdsSomething(step.path)) return 400;
    this.move(step.path, above(step.path), true);
    return 200;
  }

  private holdsSomething(path: string): boolean {
    const below = [...this.explicit, ...this.lists].some((one) => one !== path && isIn(path, one));
    return below || [...this.docs.values()].some((one) => isIn(path, one));
  }
}

async function play(as: Person, root: string, plan: readonly Step[]): Promise<void> {
  const model = new Model();
  for (const step of plan) {
    if (step.do === "publish") {
      const doc = await put(h, as, { folder: step.path, root });
      model.docs.set(doc.doc_id, step.path);
    } else if (step.do === "trash") {
      const [doc_id] = [...model.docs].find(([, path]) => path === step.path) ?? [];
      if (doc_id === undefined) continue;
      await must(h.call(`DELETE /api/docs/${doc_id}`, { as }));
      model.docs.delete(doc_id);
    } else if (step.do === "close") {
      if (root === "~") continue;
      const json = { subject_type: "user", subject: as.email, level: "view", folder: step.path };
      await must(h.call(`POST /api/roots/${root}/access`, { as, json }));
      model.lists.add(step.path);
    } else {
      const { status, body } = await send(as, root, step);
      expect({ step, status, error: status >= 500 ? body : null }).toEqual({
        step,
        status: model.apply(step),
        error: null,
      });
    }
    await compare(as, root, model);
  }
}

function send(as: Person, root: string, step: Exclude<Step, { do: "publish" | "trash" | "close" }>) {
  const { path } = step;
  if (step.do === "make") return h.call("POST /api/folders", { as, json: { path, root } });
  if (step.do === "move") return h.call("PATCH /api/folders", { as, json: { path, new_path: step.to, root } });
  return h.call(`DELETE /api/folders?path=${encodeURIComponent(path)}&root=${root}&force=${step.force}`, { as });
}

async function compare(as: Person, root: string, model: Model): Promise<void> {
  const { folders } = (await must(h.call(`GET /api/folders?root=${root}`, { as }))).body;
  const { docs } = (await must(h.call(`GET /api/docs?root=${root}`, { as }))).body;
  const where = docs.map((doc: { doc_id: string; folder: string }) => [doc.doc_id, doc.folder]).sort();
  expect(where).toEqual([...model.docs].sort());
  const told = folders.map((one: Record<string, unknown>) => [one["path"], one["explicit"], one["restricted"]]).sort();
  const known = [...model.seen()].map((path) => [path, model.explicit.has(path), model.lists.has(path)]).sort();
  expect(told).toEqual(known);
  expect(await wrongGuards(as)).toEqual([]);
}

/** Places whose guards are not those that a walk up the tree finds. */
async function wrongGuards(as: Person): Promise<unknown[]> {
  return [
    ...(await h.runtime.database.sql`
      select p.path, p.guard_ids, right_ids from places p, lateral (
        select case when p.root_id is null then array(
            select u.place_id from places u where u.owner_id = p.owner_id
              and (u.path = '' or u.path = p.path or starts_with(p.path, u.path || '/')) order by length(u.path))
          else array(
            select u.place_id from places u where u.root_id = p.root_id and u.has_list
              and (u.path = '' or u.path = p.path or starts_with(p.path, u.path || '/')) order by length(u.path) desc limit 1)
          end as right_ids) as found
      where p.workspace_id = ${as.workspace_id} and p.guard_ids <> right_ids`),
  ];
}

test(
  "folders of My documents move as the model says",
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const as = await h.person();
        await play(as, "~", plan);
      }),
      { numRuns: pickByDepth({ small: 20, deep: 60 }) },
    );
  },
  RANDOM_MS_MAX,
);

test(
  "folders of a root move as the model says, lists and all",
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const space = await openSpace(h);
        await play(space.owner, "plans", plan);
      }),
      { numRuns: pickByDepth({ small: 20, deep: 60 }) },
    );
  },
  RANDOM_MS_MAX,
);
