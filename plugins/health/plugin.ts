// Probes and the security contact: what operators and scanners ask of every host.
import type { Plugin } from "../../kernel/plugin.ts";
import { live, ready, securityContact, status } from "./operations.ts";

export const health: Plugin = { name: "health", operations: [status, live, ready, securityContact] };
