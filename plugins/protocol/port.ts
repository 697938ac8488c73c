// The addresses at which agents are served, and what each lets a client see.
export { PROTOCOL_PATH, type ProtocolAddress, readNames, readProtocolPath } from "./address.ts";
