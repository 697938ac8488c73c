// What hosts ask of plugins that answer beside the pipeline or are seen on every page,
// so that no host knows a plugin by its name.
import type { Actor } from "../auth/actor.ts";
import { BootError } from "../base/boot_error.ts";
import { type Hook, hook } from "../hooks/hooks.ts";
import type { ContentHost } from "../http/content_hosts.ts";
import type { KeptEncoding } from "../http/encoding.ts";
import type { Runtime } from "../operation/runtime.ts";
import type { Page } from "../pages/page.ts";

/** A GET or HEAD on the content host. */
export interface PlainRead {
  method: string;
  /** As it stands in the address, with whatever follows. */
  path: string;
  headers: Headers;
  ip: () => string;
  now: Date;
}

/** What everybody with the link gets alike and is in memory: it goes out ahead of the pipeline. */
export interface KeptReads {
  /** How the paths begin that it may know: `/d/`. */
  prefix: string;
  /** The answer, with the operation that it stands for; null for everything else, which takes the long way. */
  answer(host: ContentHost, read: PlainRead): { response: Response; operation: string } | null;
}

export const keptReadsHook: Hook<void, KeptReads> = hook("kept_reads");

/** A message that asks for a list. */
export interface ListMessage {
  bytes: Uint8Array<ArrayBuffer>;
  headers: Headers;
  caller: Actor;
}

/** Lists of tools, which are the same bytes for all who see the same tools: they go out ahead of the pipeline. */
export interface KeptLists {
  /** How the paths begin under which it may serve. */
  prefix: string;
  /** What is served at a path, with the operation that it stands for; null where nothing is. */
  at(path: string): {
    operation: string;
    /** Makes the answer to a message in an encoding; null for what is no plain question for the list. */
    find(message: ListMessage): Promise<((encoding: KeptEncoding | null) => Blob | Promise<Blob>) | null>;
  } | null;
}

export const keptListsHook: Hook<void, KeptLists> = hook("kept_lists");

/** The names of workspaces' own domains, before any host is chosen by one; in lower case, without a port. */
export interface DomainNames {
  /** How the path of the probe begins, which is answered before a domain is served. */
  probe_path: string;
  /** Whether a TLS proxy in front asks for which names it may get certificates. */
  is_asked_by_proxies: boolean;
  isProven(hostname: string): boolean;
  /** Whether it is proven and led here when it was last looked up. */
  leadsHere(hostname: string): boolean;
  /** Null while every change is heard of; else all are read anew. Throws where that is not possible. */
  awaitCurrent(): Promise<void> | null;
}

export const domainNamesHook: Hook<void, DomainNames> = hook("domain_names");

/** A file that stays the same while the server runs. */
export interface KeptFile {
  content_type: string;
  cache_control: string;
  /** Further headers of the 200. */
  headers?: Record<string, string>;
  make(): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>;
}

/** Asked for the files that pages of the content host load from us, by their paths. */
export const pageFilesHook: Hook<void, ReadonlyMap<string, KeptFile>> = hook("page_files");

/** Asked for what a person reads who opens an address of programs in a browser, instead of a 405; null for other addresses. */
export const wrongMethodPageHook: Hook<{ pathname: string }, Page | null> = hook("wrong_method_page");

/** What a hook's handlers answer at once, as those do that hosts ask when they are made. Throws BootError for a promise. */
export function callHookAtOnce<I, O>(runtime: Pick<Runtime, "callHookAtOnce">, of: Hook<I, O>, input: I): O[] {
  return runtime.callHookAtOnce(of, input).map((answer) => {
    if (answer instanceof Promise)
      throw new BootError(`a handler of "${of.name}" answers with a promise; answer at once`);
    return answer;
  });
}
