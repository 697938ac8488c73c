// Tokens that are limited to some roots, in the model and on the server:
// what lies elsewhere is to them like another workspace's.
import { type Change, refused, type Verdict } from "./changes.ts";
import { judge } from "./judge.ts";
import type { Server } from "./server.ts";
import { generalOf, personIn, type Ref, type World } from "./world.ts";

/** The roots that a token reaches, and whether its person's My documents. */
export interface Limit {
  own: boolean;
  roots: ReadonlySet<Ref>;
}

const ELSEWHERE = "out of reach";

/** Some of the roots that there are, of every workspace; each number means the same ones for as long as there is no other root. */
export function limitFrom(world: World, number: number): Limit {
  const roots = [...world.roots.keys()].filter((_, index) => (number >> ((index % 12) + 1)) % 2 === 1);
  return { own: number % 2 === 1, roots: new Set(roots) };
}

/** The world as a limited token of the person sees it: the rule is the same one, over less. */
export function within(world: World, person: Ref, limit: Limit): World {
  const docs = [...world.docs].map(([ref, doc]) => {
    const { root } = doc.place;
    const isInReach = root === null ? limit.own && doc.owner === person : limit.roots.has(root);
    return [ref, isInReach ? doc : { ...doc, workspace: ELSEWHERE }] as const;
  });
  const roots = [...world.roots].map(
    ([ref, root]) => [ref, limit.roots.has(ref) ? root : { ...root, workspace: ELSEWHERE }] as const,
  );
  const folder_grants = world.folder_grants.filter((grant) => limit.own && grant.owner === person);
  return { ...world, docs: new Map(docs), roots: new Map(roots), folder_grants, is_limited: true };
}

/** Says what must become of a change that a limited token asks for. */
export function judgeWithin(world: World, change: Change, limit: Limit): Verdict {
  if (isOverPeople(change)) return refused(403);
  const verdict = judge(within(world, change.by, limit), change);
  if (verdict.statuses.some((status) => status < 300)) {
    return leavesLimit(world, change, limit) ? refused(403) : judge(world, change);
  }
  return isOfOwnFolders(change) && !limit.own ? refused(403) : verdict;
}

/** A folder of My documents, which is refused before it is looked for, or whom it is to be shared with. */
function isOfOwnFolders(change: Change): boolean {
  if (change.do === "share_folder") return change.folder !== "";
  return (change.do === "make_folder" || change.do === "remove_folder") && change.root === null;
}

/** Who is in the workspace or in a group opens what lies elsewhere, so no limited token changes it, whoever it acts for. */
function isOverPeople(change: Change): boolean {
  return ["set_role", "remove_member", "join_group", "leave_group", "create_group", "delete_group"].includes(change.do);
}

/** Writing where the token does not reach, though its person does. */
function leavesLimit(world: World, change: Change, limit: Limit): boolean {
  switch (change.do) {
    case "publish":
      return (change.target.root ?? null) === null && !limit.own;
    case "move":
      return change.target.root === null && !limit.own;
    case "undelete":
      return change.target?.root === null && !limit.own;
    case "share_folder":
      return !limit.own;
    case "make_folder":
    case "remove_folder":
      return change.root === null && !limit.own;
    case "create_root":
      return true;
    case "delete_root":
      return change.force && !limit.roots.has(generalOf(world, personIn(world, change.by).workspace).ref);
    default:
      return false;
  }
}

/** The same server, asked by tokens with the limit. */
export function limitedServer(server: Server, limit: Limit): Server {
  const roots = namesOf(server, limit);
  const { door } = server;
  return { ...server, door: { ask: (userId, route, sent) => door.ask(userId, route, { ...sent, roots }) } };
}

/** The limit as a token holds it. */
export function namesOf(server: Server, { own, roots }: Limit): string[] {
  return [...(own ? ["~"] : []), ...[...roots].flatMap((ref) => String(server.roots.get(ref)?.id ?? ""))];
}
