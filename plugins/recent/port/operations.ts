// Operations on what somebody opened last that pages ask and whose forms they show.
export { clearRecent, listRecent } from "../operations.ts";
