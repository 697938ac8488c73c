// Random steps: plain numbers that fast-check can shrink,
// read as a change of whatever the model holds when their turn comes.
import fc from "fast-check";
import type { Change, Target } from "./changes.ts";
import { judge } from "./judge.ts";
import { type GivenGrant, listGrants } from "./judge_grants.ts";
import { type Limit, limitFrom } from "./limit.ts";
import {
  foldersUp,
  type GrantLevel,
  type Person,
  peopleOf,
  type Ref,
  type Subject,
  type Visibility,
  type World,
} from "./world.ts";

/** `aimed`: somebody is chosen who may do it, if anybody may; else whoever `by` names tries. */
export interface Step {
  kind: Change["do"];
  aimed: boolean;
  by: number;
  picks: number[];
  /** Every fifth number asks by a token that is limited to some roots. */
  within: number;
}

const WEIGHTS: Record<Change["do"], number> = {
  ...{ publish: 18, move: 12, set: 8, delete: 4, undelete: 5 },
  ...{ share: 8, share_folder: 5, share_place: 12, revoke: 9, inherit: 3, expire: 6, leave: 4 },
  ...{ make_folder: 5, remove_folder: 8 },
  ...{ create_root: 2, delete_root: 2, create_group: 1, delete_group: 1, join_group: 6, leave_group: 2 },
  ...{ set_role: 3, remove_member: 1 },
};

const PICKS = 7;
/** The folders that documents and lists are put at. */
export const FOLDERS = ["", "a", "a/b", "a/b/c", "a/d", "e"];
const TAGS = ["red", "blue", "green"];
const VISIBILITIES: Visibility[] = ["restricted", "restricted", "workspace", "workspace", "unlisted", "password"];
const GRANT_LEVELS: GrantLevel[] = ["view", "comment", "edit"];
const DOCS_MAX = 16;
const PEOPLE_MIN = 4;

export function stepsOf(count: number): fc.Arbitrary<Step[]> {
  const kinds = Object.entries(WEIGHTS).map(([kind, weight]) => ({
    weight,
    arbitrary: fc.constant(kind as Change["do"]),
  }));
  const step = fc.record({
    kind: fc.oneof(...kinds),
    aimed: fc.boolean(),
    by: fc.nat(60),
    within: fc.nat(5 * 4096),
    picks: fc.array(fc.nat(600), { minLength: PICKS, maxLength: PICKS }),
  });
  return fc.array(step, { minLength: count, maxLength: count, size: "max" });
}

/** The change that a step means in this world; null where it means nothing, or something that the rules leave open. */
export function readStep(world: World, step: Step, home: Ref): Change | null {
  const team = peopleOf(world, home);
  const all = [...world.people.values()];
  const who = step.by % 8 === 7 ? pick(all, step.by) : pick(team, step.by);
  if (!who) return null;
  const change = changeFor(world, step, { who, home });
  if (!change || !step.aimed) return change;
  const start = all.indexOf(who);
  for (let turn = 0; turn < all.length; turn++) {
    const other = all[(start + turn) % all.length];
    const theirs = other ? changeFor(world, step, { who: other, home }) : null;
    if (theirs && (judge(world, theirs).statuses[0] ?? 0) < 300) return theirs;
  }
  return change;
}

/** What the step's token is limited to; null for a session. */
export function limitOf(world: World, { kind, within }: Step): Limit | null {
  // What comes by itself asks nobody.
  if (kind === "expire") return null;
  return within % 5 === 4 ? limitFrom(world, Math.floor(within / 5)) : null;
}

function changeFor(world: World, step: Step, { who, home }: { who: Person; home: Ref }): Change | null {
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = step.picks;
  const by = who.ref;
  const live = [...world.docs.values()].filter((doc) => !doc.deleted);
  // Now and then somebody tries what is deleted.
  const doc = pick(one % 12 === 11 ? [...world.docs.values()] : live, one);
  const root = pickRoot(world, one, who);
  const group = pick([...world.groups.values()], one)?.ref;
  const person = pick([...world.people.values()], two);
  const subject = subjectFor(world, { two, three, home });
  const level = pick(GRANT_LEVELS, four) ?? "view";
  switch (step.kind) {
    case "publish": {
      if (live.length >= DOCS_MAX) return null;
      const target = targetFor(world, { from: undefined, root: one % 2 === 0 ? null : two, folder: three, who });
      const visibility = pick(VISIBILITIES, four) ?? "restricted";
      const tags = TAGS.filter((_, index) => (five >> index) % 2 === 1);
      return { do: "publish", by, target, visibility, listing: five % 3 === 0 ? "team" : "private", tags };
    }
    case "move": {
      // A document that somebody other than its author once took back is rare, and the next way back goes by the author.
      const passedOn = live.filter((one_) => one_.owner !== one_.author);
      const moved = pick(two % 4 === 0 && passedOn.length > 0 ? passedOn : live, one) ?? doc;
      if (!moved) return null;
      const from = moved.place.root;
      const target = targetFor(world, { from, root: two % 3 === 0 ? null : three, folder: four, who });
      return { do: "move", by: five % 4 === 0 ? moved.owner : by, doc: moved.ref, target };
    }
    case "set":
      return doc ? { do: "set", by, doc: doc.ref, fields: fieldsFor(two, three) } : null;
    case "delete":
      return doc ? { do: "delete", by, doc: doc.ref, purge: two % 3 === 0 } : null;
    case "undelete": {
      const gone = pick(
        [...world.docs.values()].filter((one_) => one_.deleted),
        one,
      );
      if (!gone) return null;
      const root = two % 2 === 0 ? null : three;
      const target = five % 2 === 0 ? null : targetFor(world, { from: gone.place.root, root, folder: four, who });
      return { do: "undelete", by, doc: gone.ref, target };
    }
    case "share":
      if (!doc || !subject || (doc.place.root === null && isPerson(subject, doc.owner))) return null;
      return { do: "share", by, doc: doc.ref, subject, level };
    case "share_folder": {
      const own = live.filter((one_) => one_.place.root === null && one_.owner === by);
      const folders = own.flatMap((one_) => foldersUp(one_.place.folder));
      const folder = one % 9 === 8 ? "" : pick(folders, one);
      if (folder === undefined || !subject || isPerson(subject, by)) return null;
      return { do: "share_folder", by, folder, subject, level };
    }
    case "share_place":
      return root && subject
        ? { do: "share_place", by, root: root.ref, folder: pick(FOLDERS, five) ?? "", subject, level }
        : null;
    case "revoke": {
      const picked = pick(
        listGrants(world).filter((one_) => isSettled(one_)),
        one,
      );
      if (!picked) return null;
      const door = two % 2 === 0 || picked.on === "doc" ? "any" : "own";
      return { do: "revoke", by, grant: picked.grant.ref, door };
    }
    case "expire": {
      const running = listGrants(world).filter((one_) => isSettled(one_) && !one_.grant.is_over);
      const picked = pick(running, one);
      return picked ? { do: "expire", by, grant: picked.grant.ref, noted: two % 2 === 0 } : null;
    }
    case "leave":
      return doc ? { do: "leave", by, doc: doc.ref } : null;
    case "inherit":
      return root ? { do: "inherit", by, root: root.ref, folder: pick(FOLDERS.slice(1), two) ?? "a" } : null;
    case "make_folder":
    case "remove_folder":
      return {
        do: step.kind,
        by,
        root: two % 3 === 0 ? null : (root?.ref ?? null),
        folder: pick(FOLDERS.slice(1), five) ?? "a",
      };
    case "create_root":
    case "create_group":
      return { do: step.kind, by };
    case "delete_root":
      return root && !(root.is_general && two % 4 > 0)
        ? { do: "delete_root", by, root: root.ref, force: three % 2 === 0 }
        : null;
    case "delete_group":
      return group ? { do: "delete_group", by, group } : null;
    case "join_group":
      return group && person ? { do: "join_group", by, group, person: person.ref } : null;
    case "leave_group": {
      const member = pick([...(world.groups.get(group ?? "")?.members ?? [])], two);
      return group && member ? { do: "leave_group", by, group, person: member } : null;
    }
    case "set_role":
      return person
        ? {
            do: "set_role",
            by,
            person: person.ref,
            role: pick(["owner", "admin", "member", "member"] as const, three) ?? "member",
          }
        : null;
    case "remove_member":
      return person && peopleOf(world, home).length > PEOPLE_MIN
        ? { do: "remove_member", by, person: person.ref }
        : null;
  }
}

function subjectFor(world: World, { two, three, home }: { two: number; three: number; home: Ref }): Subject | null {
  if (two % 5 === 4) return { type: "workspace" };
  const group = pick([...world.groups.values()], three);
  if (two % 5 === 3 && group) return { type: "group", ref: group.ref };
  const people = three % 12 === 11 ? [...world.people.values()] : peopleOf(world, home);
  const person = pick(people, three);
  return person ? { type: "user", ref: person.ref } : null;
}

/** Without a folder only where it is said what then: into another shared root, or back to My documents (rules: places/members_folder, permission/back_from_a_root). */
function targetFor(
  world: World,
  options: { from: Ref | null | undefined; root: number | null; folder: number; who: Person },
): Target {
  const folder = pick(FOLDERS, options.folder) ?? "";
  const isStaying = options.from !== undefined && options.folder % 3 === 0;
  if (isStaying) return { folder };
  const root = options.root === null ? undefined : pickRoot(world, options.root, options.who);
  const isOpen = options.folder % 5 === 4;
  if (!root) return { root: null, ...(isOpen && options.from ? {} : { folder }) };
  return { root: root.ref, ...(isOpen && !root.is_general && options.from !== root.ref ? {} : { folder }) };
}

function fieldsFor(two: number, three: number) {
  if (two % 4 === 0) return { tags: TAGS.filter((_, index) => (three >> index) % 2 === 1) };
  if (two % 4 === 1) return { title: `Title ${three}` };
  if (two % 4 === 2) return { listing: three % 2 === 0 ? ("team" as const) : ("private" as const) };
  return { visibility: pick(VISIBILITIES, three) ?? "restricted" };
}

/** A grant on what is deleted is nobody's business until it is back. */
function isSettled(found: GivenGrant): boolean {
  return found.on !== "doc" || !found.doc.deleted;
}

/** Mostly one of the person's own workspace. */
function pickRoot(world: World, number: number, who: Person) {
  const all = [...world.roots.values()];
  return pick(number % 9 === 8 ? all : all.filter((root) => root.workspace === who.workspace), number);
}

function isPerson(subject: Subject, ref: Ref): boolean {
  return subject.type === "user" && subject.ref === ref;
}

function pick<T>(from: readonly T[], number: number): T | undefined {
  return from[number % Math.max(1, from.length)];
}
