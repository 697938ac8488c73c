// The manifest with quotas that nobody reaches, for tests that call everything from one address.
import type { Manifest } from "../../kernel/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";

const LIMIT = 1_000_000;

export const unlimited: Pick<Manifest, "quotas"> = {
  quotas: Object.fromEntries(
    Object.entries(manifest.quotas).map(([name, quota]) => [name, { ...quota, limit: LIMIT, editions: {} }]),
  ),
};
