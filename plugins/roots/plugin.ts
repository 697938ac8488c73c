// Roots: General and the shared spaces beside it, and who may open them and their folders.
import { handle, type Plugin } from "../../kernel/plugin.ts";
import { findHook } from "../app/port/find.ts";
import { newKindsHook, railHook, settingsHook } from "../app/port/slots.ts";
import { groupGrantsHook } from "../groups/port.ts";
import { spacesNamed } from "./app/find.ts";
import { newSpaceKind } from "./app/new_kind.ts";
import { railOfRoots } from "./app/rail.ts";
import { showSpaceReview } from "./app/review_page.ts";
import { showSpace } from "./app/space_page.ts";
import { showSpaces, spaceSettings } from "./app/spaces_page.ts";
import { listGroupAccess } from "./group_access.ts";
import { inheritAccess, readAccess, shareRoot, unshareRoot } from "./operations/access.ts";
import { endRoot, previewDeletion } from "./operations/deletion.ts";
import { leaveRoot } from "./operations/leave.ts";
import { previewAccess } from "./operations/list_changes.ts";
import { exportReview, reviewAccess } from "./operations/review.ts";
import { changeRoot, makeRoot, readRoot, readRoots } from "./operations/roots.ts";

export const roots: Plugin = {
  name: "roots",
  operations: [
    readRoots,
    readRoot,
    makeRoot,
    changeRoot,
    previewDeletion,
    endRoot,
    readAccess,
    shareRoot,
    inheritAccess,
    unshareRoot,
    leaveRoot,
    reviewAccess,
    exportReview,
    previewAccess,
    showSpaces,
    showSpace,
    showSpaceReview,
  ],
  handles: () => [
    handle(groupGrantsHook, listGroupAccess),
    handle(railHook, railOfRoots),
    handle(settingsHook, spaceSettings),
    handle(newKindsHook, newSpaceKind),
    handle(findHook, spacesNamed),
  ],
};
