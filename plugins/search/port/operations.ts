// Operations of search that pages of the app ask.
export { searchRanked } from "../operations/ranked.ts";
