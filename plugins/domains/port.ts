// What the command line asks of custom domains: what they are configured by.
export { domainSettings, isInternetName } from "./settings.ts";
