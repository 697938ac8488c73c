// How pages of the app show a document's text that is not published yet.
export { showsOwnMedia, withOwnMedia } from "../prose.ts";
