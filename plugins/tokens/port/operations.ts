// Operations about who the caller is that pages ask and whose forms they show.
export { changeMe, readMe } from "../operations.ts";
