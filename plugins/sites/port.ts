// What of sites goes out ahead of the pipeline, for the host's quick lane.
export { sitesPort } from "./answers/answers.ts";
