// Operations of sharing that pages of the app ask, and whose forms they show.
export { readAccess } from "../operations/documents.ts";
export { readRequestStatus, requestAccess } from "../operations/requests.ts";
