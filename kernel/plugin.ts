// What a plugin is, as data: a folder's operations, doors, listeners, migrations and jobs under one name.

import type { House } from "./house.ts";
import type { JobDefinition } from "./jobs/jobs.ts";
import type { Filling, Listener, Provision } from "./meet.ts";
import type { Operation } from "./operation.ts";
import type { BlobReference } from "./storage/blob_sweep.ts";

/** Everything a plugin adds to the house. Turned off, all of it is gone at once. */
export interface Plugin {
  /** Its name in the manifest. */
  name: string;
  operations: readonly Operation[];
  /** Audit actions that any plugin may write; every other action belongs to the one plugin whose operations declare it. */
  lends?: readonly string[];
  /** Made at boot, after the plugins in `needs`. */
  provides?: (house: House) => readonly Provision[];
  on?: readonly Listener[];
  fills?: (house: House) => readonly Filling[];
  /** The folder of its `0001_<noun>.sql` files, as a URL made from `import.meta.url`. */
  migrations?: URL;
  jobs?: (house: House) => readonly JobDefinition[];
  /** Columns of its tables that hold a `blob_id`, so that the sweep keeps what they name. */
  blobs?: readonly BlobReference[];
}
