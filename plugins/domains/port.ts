// What hosts ask of custom domains: which names are known, where they are probed, and what they are configured by.
export { knownPort } from "./known.ts";
export { PROBE_PATH } from "./probing.ts";
export { domainSettings, isInternetName } from "./settings.ts";
