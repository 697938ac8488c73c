// The review of a root's access, which reads the rule the other way round: it says of everybody what the model says.
import { level } from "./model.ts";
import type { Server } from "./server.ts";
import { foldersUp, LEVELS, type Level, type Ref, type Root, type World } from "./world.ts";

interface Way {
  folder: string;
  doc_id: string | null;
  way: string;
  level: Level;
  person: { id: number } | null;
  audience: string;
}

/** Differences between the reviews of all roots and the levels of the model, in words: of all people at once, and of one alone. */
export async function lookAtReviews({ world, server }: { world: World; server: Server }): Promise<string[]> {
  const found = [...world.roots.values()].map((root) => lookAtRoot(world, server, root));
  return (await Promise.all(found)).flat();
}

async function lookAtRoot(world: World, server: Server, root: Root): Promise<string[]> {
  const people = [...world.people.values()].filter((person) => person.workspace === root.workspace);
  const manager = people.find((person) => person.role !== "member");
  if (!manager) return [];
  const ask = (user?: string) => readReview(server, { by: manager.ref, root: root.ref, user });
  const all = await ask();
  const differences = people.map(async ({ ref }) => {
    const person = server.people.get(ref);
    const alone = await ask(person?.email);
    return [...world.docs.values()]
      .filter((doc) => !doc.deleted && doc.place.root === root.ref)
      .flatMap((doc) => {
        const doc_id = server.docs.get(doc.ref) ?? "";
        const at = { doc_id, folder: doc.place.folder, lists: root.lists, user_id: person?.user_id ?? 0 };
        const told = [levelIn(all, at), levelIn(alone, at)];
        const hoped = level(world, ref, doc.ref);
        return told.every((one) => one === hoped)
          ? []
          : [`${doc.ref} for ${ref}: the reviews say ${told.join(" and ")}, the model ${hoped}`];
      });
  });
  return (await Promise.all(differences)).flat();
}

async function readReview(
  { door, people, roots }: Server,
  { by, root, user }: { by: Ref; root: Ref; user: string | undefined },
): Promise<Way[]> {
  const ways: Way[] = [];
  let cursor: string | undefined;
  do {
    const said = await door.ask(people.get(by)?.user_id ?? 0, "GET /api/roots/{root}/access/review", {
      params: { root: String(roots.get(root)?.id) },
      query: { limit: 7, ...(user !== undefined && { user }), ...(cursor !== undefined && { cursor }) },
    });
    if (said.status !== 200) throw new Error(`the review answers ${said.status}: ${said.value}`);
    ways.push(...said.value.ways);
    cursor = said.value.next_cursor;
  } while (cursor !== undefined);
  return ways;
}

/** The highest of what applies to a document: of the lists the nearest alone. */
function levelIn(
  ways: readonly Way[],
  at: { doc_id: string; folder: string; lists: ReadonlyMap<string, unknown>; user_id: number },
): Level {
  const nearest = [...foldersUp(at.folder), ""].find((folder) => at.lists.has(folder));
  const applying = ways.filter(
    (one) =>
      (one.audience === "workspace" || one.person?.id === at.user_id) &&
      (one.way === "root_manager" || one.doc_id === at.doc_id || (one.doc_id === null && one.folder === nearest)),
  );
  return applying.reduce<Level>(
    (highest, one) => (LEVELS.indexOf(one.level) > LEVELS.indexOf(highest) ? one.level : highest),
    "none",
  );
}
