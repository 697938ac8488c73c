// Operations on folders that pages of the app ask.
export { readFolders } from "../operations/folders.ts";
