// Operations of history that pages of the app ask.
export { readRendered, renderText } from "../operations/render.ts";
