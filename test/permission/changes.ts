// What people ask for in a random history, in the model's own names, and what the model says of each:
// a status, and the change it makes.
import type { GrantLevel, Listing, Ref, Role, Subject, Visibility } from "./world.ts";

/** Where something is to go: `root: null` is My documents; without `folder` the service chooses. */
export interface Target {
  root?: Ref | null;
  folder?: string;
}

export interface Fields {
  title?: string;
  tags?: string[];
  visibility?: Visibility;
  listing?: Listing;
}

export type Change =
  | { do: "publish"; by: Ref; target: Target; visibility: Visibility; listing: Listing; tags: string[] }
  | { do: "move"; by: Ref; doc: Ref; target: Target }
  | { do: "set"; by: Ref; doc: Ref; fields: Fields }
  | { do: "delete"; by: Ref; doc: Ref; purge: boolean }
  /** Without a target it comes back to where it was. */
  | { do: "undelete"; by: Ref; doc: Ref; target: Target | null }
  | { do: "share"; by: Ref; doc: Ref; subject: Subject; level: GrantLevel }
  | { do: "share_folder"; by: Ref; folder: string; subject: Subject; level: GrantLevel }
  | { do: "share_place"; by: Ref; root: Ref; folder: string; subject: Subject; level: GrantLevel }
  /** `door`: the general address of grants, or that of the kind (a folder's, a root's). */
  | { do: "revoke"; by: Ref; grant: Ref; door: "any" | "own" }
  /** Its time comes; `noted`: and the job that notes it has been there. */
  | { do: "expire"; by: Ref; grant: Ref; noted: boolean }
  /** Gives up what names them on a document. */
  | { do: "leave"; by: Ref; doc: Ref }
  | { do: "inherit"; by: Ref; root: Ref; folder: string }
  /** `root: null` is their My documents. */
  | { do: "make_folder"; by: Ref; root: Ref | null; folder: string }
  /** Empty, or it is refused. */
  | { do: "remove_folder"; by: Ref; root: Ref | null; folder: string }
  | { do: "create_root"; by: Ref }
  | { do: "delete_root"; by: Ref; root: Ref; force: boolean }
  | { do: "create_group"; by: Ref }
  | { do: "delete_group"; by: Ref; group: Ref }
  | { do: "join_group"; by: Ref; group: Ref; person: Ref }
  | { do: "leave_group"; by: Ref; group: Ref; person: Ref }
  | { do: "set_role"; by: Ref; person: Ref; role: Role }
  | { do: "remove_member"; by: Ref; person: Ref };

/** The model's word on a change: the statuses that it allows, and what a 2xx among them does. */
export interface Verdict {
  statuses: number[];
  /** Changes the model, and answers what was made: the new document, grant, root or group. */
  apply(): Ref | null;
}

export function refused(...statuses: number[]): Verdict {
  return {
    statuses,
    apply: () => {
      throw new Error(`the model refuses this with ${statuses.join(" or ")}`);
    },
  };
}

export function allowed(status: number, apply: () => Ref | null | undefined): Verdict {
  return { statuses: [status], apply: () => apply() ?? null };
}
