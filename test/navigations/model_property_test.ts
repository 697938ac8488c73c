// Random edits of a tree against a plain model: what stands where, and what an anonymous reader and a member see of it.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { openHarness, type ParsedBody } from "../harness/harness.ts";
import { must } from "../roots/space.ts";
import { curating, type Outline } from "./curating.ts";

const h = await openHarness();
const { makeNavigation, readTree, preview, putTree } = curating(h);

const visibilities = ["public", "signed_in", "group"] as const;
const pick = fc.nat(30);
const visibility = fc.constantFrom(...visibilities);
const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant("add" as const), parent: pick, position: fc.option(pick), visibility }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant("move" as const), entry: pick, parent: pick, position: fc.option(pick) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), entry: pick }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("show" as const), entry: pick, visibility }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("replace" as const),
        order: fc.infiniteStream(pick),
        parents: fc.infiniteStream(pick),
      }),
    },
  ),
  { minLength: 4, maxLength: 16 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

interface Node {
  id: number;
  label: string;
  visibility: (typeof visibilities)[number];
  children: Node[];
}

const LEVELS_MAX = 8;
const all = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.children)]);
const height = (node: Node): number => 1 + Math.max(0, ...node.children.map(height));
const holds = (node: Node, other: Node): boolean =>
  node === other || node.children.some((child) => holds(child, other));
const outline = (nodes: readonly Node[], isSeen: (node: Node) => boolean): Outline =>
  nodes.filter(isSeen).flatMap((node): Outline => {
    const below = outline(node.children, isSeen);
    return below.length > 0 ? [node.label, below] : [node.label];
  });
const outlineOfBody = (entries: readonly ParsedBody[]): Outline =>
  entries.flatMap((entry): Outline => {
    const below = outlineOfBody(entry.children);
    return below.length > 0 ? [entry.label, below] : [entry.label];
  });

/** The tree in the plainest words. */
class Model {
  top: Node[] = [];

  listOf(node: Node | null): Node[] {
    return node ? node.children : this.top;
  }
  siblingsOf(node: Node): Node[] {
    return [this.top, ...all(this.top).map((one) => one.children)].find((list) => list.includes(node)) ?? [];
  }
  depthOf(node: Node | null): number {
    return node ? 1 + this.depthOf(all(this.top).find((one) => one.children.includes(node)) ?? null) : 0;
  }
  take(node: Node): void {
    const list = this.siblingsOf(node);
    list.splice(list.indexOf(node), 1);
  }
}

test(
  "random edits leave the tree that a plain model has, before its editor and every reader",
  async () => {
    const owner = await h.person();
    const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
    const board = (await must(h.call("POST /api/groups", { as: owner, json: { name: "Board" } }))).body;
    const outsider = await h.person({ role: "member", workspace_id: owner.workspace_id });
    await must(h.call(`POST /api/groups/${board.id}/members`, { as: owner, json: { email: member.email } }));
    const asked = (of: Node["visibility"]) => ({ visibility: of, ...(of === "group" && { group: board.slug }) });
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const nav = await makeNavigation(owner);
        const model = new Model();
        const at = (path = "") => `/api/navigations/${nav.id}/entries${path}`;
        let labels = 0;

        const take = async (step: Step): Promise<void> => {
          const nodes = all(model.top);
          const choose = (number: number): Node | null => [null, ...nodes][number % (nodes.length + 1)] ?? null;
          const chosen = "entry" in step ? nodes[step.entry % Math.max(1, nodes.length)] : undefined;
          if (step.do === "add") {
            const parent = choose(step.parent);
            const label = `n${++labels}`;
            const json = { label, parent_id: parent?.id ?? null, ...asked(step.visibility) };
            const position = step.position ?? undefined;
            const answer = await h.call(`POST ${at()}`, {
              as: owner,
              json: { ...json, ...(position !== undefined && { position }) },
            });
            if (model.depthOf(parent) >= LEVELS_MAX) return expect(answer.status).toBe(400);
            const node: Node = { id: answer.body.id, label, visibility: step.visibility, children: [] };
            const list = model.listOf(parent);
            list.splice(Math.min(position ?? list.length, list.length), 0, node);
          } else if (step.do === "replace") {
            const { entries } = await readTree(owner, nav, "?expand=false");
            expect(outlineOfBody(entries)).toEqual(outline(model.top, () => true));
            const kept = nodes.filter(() => step.order.next().value % 4 !== 0);
            const fresh: Node = { id: 0, label: `n${++labels}`, visibility: "public", children: [] };
            const placed: Node[] = [];
            const tops = new Set<Node>();
            for (const node of [...kept.toSorted(() => (step.order.next().value % 2) - 0.5), fresh]) {
              const into = placed[step.parents.next().value % (placed.length + 1)];
              node.children = [];
              const isFit = into !== undefined && depthIn(placed, into) < LEVELS_MAX;
              if (isFit) into.children.push(node);
              else tops.add(node);
              placed.push(node);
            }
            model.top = placed.filter((node) => tops.has(node));
            const sent = (list: readonly Node[]): object[] =>
              list.map(({ id, label, visibility: of, children }) => ({
                ...(id && { id }),
                label,
                ...asked(of),
                children: sent(children),
              }));
            const { version } = await readTree(owner, nav, "?expand=false");
            const answer = await must(putTree(owner, nav, { entries: sent(model.top), version }));
            const found = flat(answer.body.entries).find((one) => one.label === fresh.label);
            fresh.id = found?.id ?? 0;
          } else if (!chosen) {
            return;
          } else if (step.do === "move") {
            const parent = choose(step.parent);
            const position = step.position ?? undefined;
            const json = { parent_id: parent?.id ?? null, ...(position !== undefined && { position }) };
            const answer = await h.call(`POST ${at(`/${chosen.id}/move`)}`, { as: owner, json });
            const isRefused = (parent && holds(chosen, parent)) || model.depthOf(parent) + height(chosen) > LEVELS_MAX;
            expect(answer.status).toBe(isRefused ? 400 : 200);
            if (isRefused) return;
            model.take(chosen);
            const list = model.listOf(parent);
            list.splice(Math.min(position ?? list.length, list.length), 0, chosen);
          } else if (step.do === "remove") {
            await must(h.call(`DELETE ${at(`/${chosen.id}`)}`, { as: owner }));
            model.take(chosen);
          } else {
            await must(h.call(`PATCH ${at(`/${chosen.id}`)}`, { as: owner, json: asked(step.visibility) }));
            chosen.visibility = step.visibility;
          }
        };
        for (const step of sequence) await take(step);
        const isOpen = (node: Node) => node.visibility === "public";
        const isForMembers = (node: Node) => node.visibility !== "group";
        const tree = await readTree(owner, nav);
        expect(outlineOfBody(tree.entries)).toEqual(outline(model.top, () => true));
        expect(flat(tree.entries).every((one) => one.position === siblingsIn(tree.entries, one).indexOf(one))).toBe(
          true,
        );
        expect(outlineOfBody((await preview(owner, nav, { anonymous: true })).entries)).toEqual(
          outline(model.top, isOpen),
        );
        expect(outlineOfBody((await preview(outsider, nav)).entries)).toEqual(outline(model.top, isForMembers));
        expect(outlineOfBody((await preview(member, nav)).entries)).toEqual(outline(model.top, () => true));
        await must(h.call(`DELETE /api/navigations/${nav.id}`, { as: owner }));
      }),
      { numRuns: pickByDepth({ small: 12, deep: 80 }) },
    );
  },
  RANDOM_MS_MAX,
);

function flat(entries: readonly ParsedBody[]): ParsedBody[] {
  return entries.flatMap((entry) => [entry, ...flat(entry.children)]);
}

function siblingsIn(entries: readonly ParsedBody[], entry: ParsedBody): readonly ParsedBody[] {
  return entry.parent_id === null ? entries : flat(entries).find((one) => one.id === entry.parent_id).children;
}

function depthIn(placed: readonly Node[], node: Node): number {
  const parent = placed.find((one) => one.children.includes(node));
  return 1 + (parent ? depthIn(placed, parent) : 0);
}
