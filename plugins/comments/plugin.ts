// Comments on documents, in threads, with mentions.
import {
  followersHook,
  handle,
  noticeKindsHook,
  type Plugin,
  personEndHook,
  personMoveHook,
} from "../../kernel/plugin.ts";
import { copyCommentsHook } from "../documents/port/hooks.ts";
import { COMMENT_KINDS, commentListeners } from "./notices.ts";
import { changeComment, removeComment } from "./operations/change.ts";
import { readComments } from "./operations/list.ts";
import { addComment } from "./operations/write.ts";
import { findCommenters } from "./store/comments.ts";
import { copyComments, forgetAuthor, moveComments } from "./store/writes.ts";

export const comments: Plugin = {
  name: "comments",
  operations: [readComments, addComment, changeComment, removeComment],
  on: commentListeners,
  handles: () => [
    handle(copyCommentsHook, copyComments),
    handle(personMoveHook, moveComments),
    handle(personEndHook, forgetAuthor),
    handle(noticeKindsHook, () => COMMENT_KINDS),
    handle(followersHook, ({ sql, ...of }) => findCommenters(sql, of)),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
