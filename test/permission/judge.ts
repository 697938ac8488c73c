// The reference model's word on every change:
// who may make it, with which status it is refused, and what it does to the world.
import type { Change, Verdict } from "./changes.ts";
import { judgeDelete, judgeMove, judgePublish, judgeSet, judgeUndelete } from "./judge_documents.ts";
import { judgeMakeFolder, judgeRemoveFolder } from "./judge_folders.ts";
import {
  judgeExpire,
  judgeInherit,
  judgeLeave,
  judgeRevoke,
  judgeShare,
  judgeShareFolder,
  judgeSharePlace,
} from "./judge_grants.ts";
import {
  judgeCreateGroup,
  judgeCreateRoot,
  judgeDeleteGroup,
  judgeDeleteRoot,
  judgeGroupMember,
  judgeRemoveMember,
  judgeSetRole,
} from "./judge_people.ts";
import type { World } from "./world.ts";

/** Says what must become of `change`; the world stays as it is until the verdict is applied. */
export function judge(world: World, change: Change): Verdict {
  switch (change.do) {
    case "publish":
      return judgePublish(world, change);
    case "move":
      return judgeMove(world, change);
    case "set":
      return judgeSet(world, change);
    case "delete":
      return judgeDelete(world, change);
    case "undelete":
      return judgeUndelete(world, change);
    case "share":
      return judgeShare(world, change);
    case "share_folder":
      return judgeShareFolder(world, change);
    case "share_place":
      return judgeSharePlace(world, change);
    case "revoke":
      return judgeRevoke(world, change);
    case "expire":
      return judgeExpire(world, change);
    case "leave":
      return judgeLeave(world, change);
    case "inherit":
      return judgeInherit(world, change);
    case "make_folder":
      return judgeMakeFolder(world, change);
    case "remove_folder":
      return judgeRemoveFolder(world, change);
    case "create_root":
      return judgeCreateRoot(world, change);
    case "delete_root":
      return judgeDeleteRoot(world, change);
    case "create_group":
      return judgeCreateGroup(world, change);
    case "delete_group":
      return judgeDeleteGroup(world, change);
    case "join_group":
    case "leave_group":
      return judgeGroupMember(world, change);
    case "set_role":
      return judgeSetRole(world, change);
    case "remove_member":
      return judgeRemoveMember(world, change);
  }
}

/** Makes a change that the model allows; for worked examples. */
export function make(world: World, change: Change): string {
  const verdict = judge(world, change);
  return verdict.apply() ?? "";
}
