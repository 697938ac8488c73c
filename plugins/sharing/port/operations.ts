// Operations of sharing that pages of the app ask.
export { readAccess } from "../operations/documents.ts";
