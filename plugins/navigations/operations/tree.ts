// Replacing a whole tree: read, looked up and written at once, by whoever has read the version that it replaces.
import { type Actor, type Call, type RequestFacts, refuse, t } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { actionOnNavigation } from "../audit.ts";
import { lookUp, type Wanted } from "../lookup.ts";
import { opennessOfTree } from "../openness.ts";
import { managedNavigation } from "../permits.ts";
import { NavigationTree, navigationId, StaleTree } from "../schemas.ts";
import { answerTree } from "../showing.ts";
import { type PlacedEntry, replaceEntries } from "../store/changes.ts";
import { type EntryRow, listEntries } from "../store/entries.ts";
import { changeNavigation } from "../store/navigations.ts";
import { readTree, TreeFault, type TreeNode } from "../tree/reading.ts";
import { holdVersion, matchedVersion, tagOf } from "../versions.ts";

const {
  navigation_entries: ENTRIES_MAX,
  navigation_levels: LEVELS_MAX,
  navigation_tree_bytes: BYTES_MAX,
} = manifest.caps;

export const replaceTree = operation({
  id: "nav.tree",
  route: "PUT /api/navigations/{id}",
  tool: {
    name: "set_navigation_tree",
    wording: "Replace a navigation's whole tree, made on the version that get_navigation shows.",
    gives: ["id", "slug", "version", "entry_count"],
    destructive: true,
    idempotent: true,
  },
  summary: "Replace a navigation's tree",
  description:
    "An entry with an id is kept, one without is made, and what is not named goes. A stale version is a 409 with the tree as it is. `If-Match` does for `version`.",
  params: t.Object({ id: navigationId }),
  body: t.Object({
    entries: t.Array(t.Json(), {
      description: `Nested {id?, target?, kind?, label?, icon?, visibility?, group?, collapsed?, show_sign_in_hint?, sort?, children?}, as get_navigation shows them; at most ${ENTRIES_MAX}, ${LEVELS_MAX} levels deep.`,
      examples: [[{ target: "tag:plans" }]],
    }),
    version: t.Optional(t.Version({ description: "That the tree was read at." })),
  }),
  synonyms: { tree: { is: "entries" } },
  output: NavigationTree,
  rules: ({ body }) => {
    const bytes = Buffer.byteLength(JSON.stringify(body.entries));
    if (bytes > BYTES_MAX) throw refuse.tooLarge(`entries have ${bytes} bytes; at most ${BYTES_MAX} are taken`);
    nodesOf(body.entries);
  },
  permit: ({ params }) => managedNavigation(params.id),
  publishes: ({ body }, navigation) => opennessOfTree(nodesOf(body.entries), navigation),
  audit: {
    "nav.tree": {
      ...actionOnNavigation({ entries: "integer" }),
      says: { en: "put the navigation {on} in order", de: "hat die Navigation {on} geordnet" },
    },
  },
  refuses: [402, 409, 413],
  details: [413],
  answers: { 409: StaleTree },
  run: async (call, { body }) => {
    const { sql, subject, now, note } = call;
    const nodes = nodesOf(body.entries);
    const held = await holdVersion(call, subject, demandVersion(call.request, body.version));
    const before = new Map((await listEntries(sql, held)).map((row) => [row.entry_id, row]));
    const placed = await placeNodes(call, nodes, before);
    if (!(await replaceEntries(sql, held, placed))) {
      call.reply.headers.set("etag", tagOf(held.version));
      return answerTree(call, held, { expand: false });
    }
    const changed = await changeNavigation(sql, held, { updated_at: now });
    const meta = { slug: held.slug, version: changed.version, entries: nodes.length };
    note("nav.tree", { target_type: "navigation", target_id: held.navigation_id, meta });
    call.reply.headers.set("etag", tagOf(changed.version));
    return answerTree(call, { ...held, ...changed }, { expand: false });
  },
});

/** What was read of a request's tree, which each phase asks for. */
const read = new WeakMap<readonly unknown[], TreeNode[]>();

/** Throws 422 with the path of the first bad node. */
function nodesOf(entries: readonly unknown[]): TreeNode[] {
  const nodes = read.get(entries) ?? readNodes(entries);
  read.set(entries, nodes);
  return nodes;
}

function readNodes(entries: readonly unknown[]): TreeNode[] {
  try {
    return readTree(entries, { entries_max: ENTRIES_MAX, levels_max: LEVELS_MAX });
  } catch (error) {
    if (error instanceof TreeFault) throw refuse.unprocessable([error.field]);
    throw error;
  }
}

/** The version that the body says, else the header. Throws 422 where neither does. */
function demandVersion(request: RequestFacts, sent: number | undefined): number | null {
  if (sent !== undefined) return sent;
  if (request.headers.has("if-match")) return matchedVersion(request);
  const msg = "version is required, the one that the tree was read at; If-Match will do, too";
  throw refuse.unprocessable([{ loc: ["body", "version"], msg, type: "missing" }]);
}

/** Looks up what the nodes name. Throws 422 with the path of the first one that cannot be kept, and 402 for what the plan has not. */
async function placeNodes(
  call: Pick<Call, "callHook" | "sql" | "now" | "runtime"> & { actor: Actor },
  nodes: readonly TreeNode[],
  before: ReadonlyMap<number, EntryRow>,
): Promise<PlacedEntry[]> {
  const wanted = nodes.map((node): Wanted => {
    const row = node.entry_id === null ? null : before.get(node.entry_id);
    if (row === undefined)
      throw refuseNode(node, "id", `entry ${node.entry_id} is not of this navigation; leave id out for a new one`);
    return { entry: node, before: row };
  });
  const isForGroupAnew = ({ entry, before: row }: Wanted) =>
    entry.visibility === "group" && (row?.visibility !== "group" || row.group !== entry.group);
  if (wanted.some(isForGroupAnew)) call.runtime.plans.demand("navigation_groups", call.actor);
  const values = await lookUp(call, wanted);
  if ("fault" in values) {
    const node = nodes[values.index];
    throw node ? refuseNode(node, values.fault.member, values.fault.msg) : new Error("a fault of no node");
  }
  return nodes.map(({ entry_id, parent, position }, index) => {
    const columns = values[index];
    if (!columns) throw new Error("a node that was looked up has no columns");
    return { ...columns, entry_id, parent, position };
  });
}

function refuseNode({ loc }: TreeNode, member: string, msg: string): Error {
  const at = [...loc, member];
  return refuse.unprocessable([{ loc: at, msg: `${at.slice(1).join(".")}: ${msg}`, type: "value_error" }]);
}
