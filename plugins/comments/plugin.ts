// Comments on documents, in threads, with mentions.
import {
  fill,
  followersSlot,
  noticeKindsSlot,
  type Plugin,
  personEndSlot,
  personMoveSlot,
} from "../../kernel/plugin.ts";
import { copyCommentsSlot } from "../documents/port/slots.ts";
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
  fills: () => [
    fill(copyCommentsSlot, copyComments),
    fill(personMoveSlot, moveComments),
    fill(personEndSlot, forgetAuthor),
    fill(noticeKindsSlot, () => COMMENT_KINDS),
    fill(followersSlot, ({ sql, ...of }) => findCommenters(sql, of)),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
