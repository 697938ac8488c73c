// The kernel's door for plugins to reaching out: addresses that people choose, names, authorities, other servers.

export { readAuthorities } from "../outbound/authorities.ts";
export { chosenOutside, demandReachable, readChosenAddress } from "../outbound/chosen_address.ts";
export { type Dns, DnsError } from "../outbound/dns.ts";
export { openedOutside } from "../outbound/opened_networks.ts";
export {
  type AnswerHead,
  fetchOutside,
  INTERNET,
  isPublicAddress,
  NotPublicError,
  type Outside,
} from "../outbound/outside.ts";
