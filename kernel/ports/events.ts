// The kernel's door for plugins to the chain of the audit log, and waiting for what is written into it.

export { LOOK_BACK_MS, sealAudit } from "../events/chain.ts";
export { createWaitingRoom, type WaitingRoom } from "../events/long_polls.ts";
export { parseHead, verifyChain } from "../events/verify_chain.ts";
