// Operations on members that pages of other plugins ask.
export { readMembers } from "../operations/member_list.ts";
