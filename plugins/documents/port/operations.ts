// Operations on documents that pages ask and whose forms they show.
export { patchDoc } from "../operations/change.ts";
export { duplicate } from "../operations/duplicate.ts";
export { putFile } from "../operations/files.ts";
export { keepDoc } from "../operations/keep.ts";
export { publishFile } from "../operations/publish_file.ts";
export { getDoc, listDocs } from "../operations/read.ts";
export { deleteDoc, emptyTrash, getTrash, undelete } from "../operations/trash.ts";
