// Finds folders that were renamed or moved as a whole,
// so that the server moves each of them once instead of every document in it.
import type { Action, Relabel } from "./actions.ts";
import { isWithin } from "./folders.ts";
import type { RemoteDoc } from "./trees.ts";

/** The actions with one move for each folder of the server all of whose documents go to one other place that holds none. */
export function joinMoves(
  actions: readonly Action[],
  { remote, isRefused }: { remote: readonly RemoteDoc[]; isRefused(move: Action): boolean },
): Action[] {
  const moving = actions.filter((one): one is Relabel => one.do === "relabel" && one.folder !== undefined);
  const moves = new Map<string, Extract<Action, { do: "move_folder" }>>();
  const done = new Set<Relabel>();
  for (const relabel of moving) {
    if (done.has(relabel)) continue;
    const { from, to } = renameOf(relabel);
    if (from === "" || moves.has(from) || isWithin(to, from) || remote.some((one) => isWithin(one.folder, to)))
      continue;
    const inside = remote.filter((one) => isWithin(one.folder, from));
    const going = moving.filter(
      (one) => one.folder === to + one.was.folder.slice(from.length) && isWithin(one.was.folder, from),
    );
    const move = { do: "move_folder" as const, path: from, to, relabels: going };
    if (inside.length < 2 || going.length !== inside.length || isRefused(move)) continue;
    for (const one of going) done.add(one);
    moves.set(from, move);
  }
  if (moves.size === 0) return [...actions];
  const rest = actions.flatMap((one) => (one.do === "relabel" && done.has(one) ? withoutFolder(one) : [one]));
  return [...moves.values(), ...rest];
}

/** What was renamed: the two folders without what they end in alike. */
function renameOf({ was, folder = "" }: Relabel): { from: string; to: string } {
  const [from, to] = [was.folder.split("/"), folder.split("/")];
  while (from.length > 1 && to.length > 1 && from.at(-1) === to.at(-1)) {
    from.pop();
    to.pop();
  }
  return { from: from.join("/"), to: to.join("/") };
}

/** What is left of it once its folder has moved. */
function withoutFolder({ folder: _moved, ...rest }: Relabel): Action[] {
  return rest.filename === undefined && rest.mark === undefined ? [] : [rest];
}
