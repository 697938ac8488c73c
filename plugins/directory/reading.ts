// Reads a directory: pages one after the other, patience with a provider that is busy, and bounds on what it may send.
import { SECOND_MS } from "../../kernel/plugin.ts";
import type { Page, ProviderApi, ProviderGroup } from "./providers/provider.ts";

/** The directory did not give a whole answer; the message is for the workspace's managers. */
export class DirectoryError extends Error {
  override name = "DirectoryError";
}

/** The administrator's consent is over. */
export class ConsentError extends DirectoryError {
  override name = "ConsentError";
}

const TIMEOUT_MS = 15 * SECOND_MS;
const TRIES = 4;
const WAIT_MS_MAX = 20 * SECOND_MS;
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
const PAGES_MAX = 1000;

export interface Reader {
  /** A page, or the one at an address that a page before has named. */
  groups(at: { limit: number; next: string | null }): Promise<Page<ProviderGroup>>;
  group(id: string): Promise<ProviderGroup | null>;
  /** Every active direct member of a group, or none at all: a list that breaks off is an error. */
  members(id: string): Promise<Set<string>>;
}

interface Reading {
  provider_api: ProviderApi;
  api_url: string;
  access_token: string;
  signal: AbortSignal;
}

export function readerOf({ provider_api, api_url, access_token, signal }: Reading): Reader {
  const { origin } = new URL(api_url);
  const api = api_url.replace(/\/+$/, "");

  /** The parsed answer; null for 404. */
  async function ask(address: string): Promise<unknown> {
    if (!URL.canParse(address) || new URL(address).origin !== origin) {
      throw new DirectoryError(`${provider_api.label} names a next page that is none of its own`);
    }
    for (let attempt = 1; ; attempt++) {
      const { answer, wait_ms } = await askOnce(address);
      if (wait_ms === null) return answer;
      if (attempt === TRIES) throw new DirectoryError(`${provider_api.label} is busy; it is asked again later`);
      await pause(Math.min(wait_ms || SECOND_MS * 2 ** (attempt - 1), WAIT_MS_MAX), signal);
    }
  }

  async function askOnce(address: string): Promise<{ answer: unknown; wait_ms: number | null }> {
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${access_token}`, accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch(() => {
      throw new DirectoryError(`${provider_api.label} cannot be reached`);
    });
    const { status, headers } = response;
    if (status === 429 || status >= 500) {
      await response.body?.cancel();
      return { answer: null, wait_ms: Number(headers.get("retry-after") ?? 0) * SECOND_MS || 0 };
    }
    const text = await bounded(response);
    if (status === 404) return { answer: null, wait_ms: null };
    if (status === 401) throw new ConsentError(`${provider_api.label} takes the consent no longer; connect it again`);
    if (status !== 200)
      throw new DirectoryError(`${provider_api.label} answered ${status}; the consent may lack a right`);
    try {
      return { answer: JSON.parse(text), wait_ms: null };
    } catch {
      throw new DirectoryError(`${provider_api.label} answered what is no JSON`);
    }
  }

  function whole<T>(page: Page<T> | null): Page<T> {
    if (page) return page;
    throw new DirectoryError(`${provider_api.label} answered what is no list`);
  }

  return {
    groups: async ({ limit, next }) => {
      const address = next ?? provider_api.groupsAt(api, limit);
      return whole(provider_api.readGroups(await ask(address), address));
    },
    group: async (id) => provider_api.readGroup(await ask(provider_api.groupAt(api, id))),
    members: async (id) => {
      const found = new Set<string>();
      let address: string | null = provider_api.membersAt(api, id);
      for (let page = 0; address !== null; page++) {
        if (page === PAGES_MAX) throw new DirectoryError("a group has more members than are taken");
        const answer = await ask(address);
        if (answer === null) throw new DirectoryError(`a group is no longer in ${provider_api.label}`);
        const { items, next }: Page<string> = whole(provider_api.readMembers(answer, address));
        for (const email of items) found.add(email);
        address = next;
      }
      return found;
    },
  };
}

async function bounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > ANSWER_BYTES_MAX) throw new DirectoryError("an answer is longer than any page may be");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    function stop() {
      clearTimeout(timer);
      reject(new DirectoryError("the server is stopping"));
    }
    signal.addEventListener("abort", stop, { once: true });
  });
}
