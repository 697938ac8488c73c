// Operations on documents that pages ask and whose forms they show.
export { deleteDoc, emptyTrash, getTrash, undelete } from "../operations/trash.ts";
