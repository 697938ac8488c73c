// Operations on groups that pages of other plugins ask.
export { readGroups } from "../operations/groups.ts";
