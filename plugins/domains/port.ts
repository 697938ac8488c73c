// What hosts ask of custom domains: which names are known, and where they are probed.
export { knownPort } from "./known.ts";
export { PROBE_PATH } from "./probing.ts";
