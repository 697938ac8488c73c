// Operations of content that pages of the app ask.
export { frameDocument } from "../operations/frame.ts";
