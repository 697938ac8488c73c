// The manifest's caps, typed by name, for schemas and rules that print them.
import { manifest } from "../../manifest.ts";

export const manifestCaps = manifest.caps;
