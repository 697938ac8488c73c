// What a plugin is, as data: a folder's operations, doors, listeners, migrations and jobs under one name.

import type { BlobReference } from "../blobs/blob_sweep.ts";
import type { Manifest } from "../config/manifest.ts";
import type { Settings } from "../config/settings.ts";
import type { WorkTime } from "../db/right_times.ts";
import type { HookHandler, Listener, Provision } from "../hooks/hooks.ts";
import type { Dispatcher, JobDefinition } from "../jobs/jobs.ts";
import type { Operation } from "../operation/operation.ts";
import type { Runtime } from "../operation/runtime.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Outcome, Prepared } from "./prepared.ts";

/**
 * For a plugin that is a surface of its own, as MCP is, or tells clients of all of them: everything that can be called, and the way
 * to call it.
 */
export interface Surface {
  catalogue: Catalogue;
  toolsets: NonNullable<Manifest["toolsets"]>;
  changelog: Manifest["changelog"];
  /** The manifest's line of every plugin, running or not. */
  plugins: Manifest["plugins"];
  /** Runs a call from the plan gate on, through the same permits, limits, quotas and audit as any other surface. */
  perform(call: Prepared): Promise<Outcome>;
}

/** Everything a plugin adds to the server. Turned off, all of it is gone at once. */
export interface Plugin {
  /** Its name in the manifest. */
  name: string;
  operations: readonly Operation[];
  /** What it is configured by; read before anything of the plugin is made. */
  settings?: Settings | readonly Settings[];
  /** Audit actions that any plugin may write; every other action belongs to the one plugin whose operations declare it. */
  lends?: readonly string[];
  /** Made at boot, after the plugins in `needs`. */
  provides?: (runtime: Runtime, surface: Surface) => readonly Provision[];
  on?: readonly Listener[];
  handles?: (runtime: Runtime) => readonly HookHandler[];
  /** The folder of its `0001_<noun>.sql` files, as a URL made from `import.meta.url`. */
  migrations?: URL;
  jobs?: (runtime: Runtime) => readonly JobDefinition[];
  /** Its own workers, over rows of its own. */
  dispatchers?: (runtime: Runtime) => readonly Dispatcher[];
  /** Runs at boot once every plugin is in its place; throws BootError for what does not fit together, such as twin handlers. */
  check?: (runtime: Runtime) => void;
  /** Runs after the checks and is waited for: reads into memory what the first request needs. */
  ready?: (runtime: Runtime) => Promise<void>;
  /** Runs once a server listens, and is waited for by nobody: begins in the background what makes first requests quick. */
  warm?: (runtime: Runtime) => void;
  /** Columns of its tables by which work is done, so that a clock that was ahead puts none of it off for long. */
  times?: readonly WorkTime[];
  /** Columns of its tables that hold a `blob_id`, so that the sweep keeps what they name. */
  blobs?: readonly BlobReference[];
}
