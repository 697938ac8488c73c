// Operations on roots that pages ask and whose forms they show.
export { readRoots } from "../operations/roots.ts";
