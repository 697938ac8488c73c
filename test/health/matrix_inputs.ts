// Inputs of the permission matrix for the probes.
import { type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "health.status": plain(),
  "health.live": plain(),
  "health.ready": plain(),
  "health.security_contact": plain(),
};
