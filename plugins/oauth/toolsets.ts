// The toolsets that a connection can be limited to, as the manifest lists them.
import { manifest } from "../manifest.ts";

export const TOOLSETS: readonly { name: string; label: string }[] = Object.entries(manifest.toolsets).map(
  ([name, { label }]) => ({ name, label }),
);
