// What the running operations and the manifest say to clients, gathered once at the start.
import { type Catalogue, isLimitSchema, type Manifest, port } from "../../kernel/mod.ts";

/** What is the same in every answer while the server runs. */
export interface Contract {
  changelog: Manifest["changelog"];
  /** Ids of the operations that declare a quota, by its name. */
  quota_operations: Readonly<Record<string, string[]>>;
  /** The most entries a page of each list, by the id of its operation. */
  page_sizes: Readonly<Record<string, number>>;
}

/** The contract of this server. */
export const contractPort = port<Contract>("contract");

/** Reads it off what runs: nothing is listed a second time. */
export function gatherContract(catalogue: Catalogue, changelog: Manifest["changelog"]): Contract {
  const quota_operations: Record<string, string[]> = {};
  const page_sizes: Record<string, number> = {};
  for (const { id, quota, query } of catalogue.entries) {
    if (quota) quota_operations[quota.name] = [...(quota_operations[quota.name] ?? []), id];
    const member = query?.properties["limit"];
    const most: unknown = member && isLimitSchema(member) ? member["maximum"] : null;
    if (typeof most === "number") page_sizes[id] = most;
  }
  return { changelog, quota_operations, page_sizes };
}
