// Operations of history that pages of the app ask.
export { readRendered } from "../operations/render.ts";
