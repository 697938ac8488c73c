// A company's directory for tests:
// consent, tokens and groups as Google's Directory API and Microsoft Graph document them.
import type { Harness, Person } from "../harness/harness.ts";

export interface Member {
  email: string;
  /** Not active at Google, switched off at Microsoft. */
  off?: boolean;
  /** A group within the group. */
  group?: boolean;
}

/** Starts one that speaks both; the groups are what a test puts in, by id. */
export function openCompany() {
  const groups = new Map<string, { name: string; members: Member[] }>();
  const state = {
    /** Answers so many requests with this status before it works. */
    fails: [] as number[],
    consent: true,
    page: 2,
    asked: 0,
    verifiers: new Map<string, string>(),
    tokens: 0,
    /** What Graph says of the next page in place of its address. */
    next_link: null as string | null,
    /** What is answered in place of a page of members. */
    odd: null as unknown,
    before_renewal: async () => {},
    before_answer: async () => {},
  };

  function token(form: URLSearchParams): Response {
    const refused = Response.json({ error: "invalid_grant" }, { status: 400 });
    if (!state.consent) return refused;
    if (form.get("grant_type") === "authorization_code") {
      const challenge = state.verifiers.get(form.get("code") ?? "");
      const made = new Bun.CryptoHasher("sha256").update(form.get("code_verifier") ?? "").digest("base64url");
      if (challenge !== made) return refused;
    }
    const refresh_token = `refresh-${++state.tokens}`;
    return Response.json({ access_token: "at", token_type: "bearer", expires_in: 3600, refresh_token });
  }

  function pageOf<T>(all: readonly T[], from: number): { items: T[]; next: number | null } {
    const next = from + state.page < all.length ? from + state.page : null;
    return { items: all.slice(from, from + state.page), next };
  }

  function googleApi(url: URL): Response {
    const [, id, part] = /groups(?:\/([^/]+))?(?:\/(members))?$/.exec(url.pathname) ?? [];
    const from = Number(url.searchParams.get("pageToken") ?? 0);
    const token = (next: number | null) => (next === null ? {} : { nextPageToken: String(next) });
    if (id === undefined) {
      const { items, next } = pageOf([...groups], from);
      return Response.json({
        kind: "admin#directory#groups",
        groups: items.map(([one, { name }]) => ({ id: one, name, email: `${one}@corp.test` })),
        ...token(next),
      });
    }
    const group = groups.get(id);
    if (!group) return Response.json({ error: {} }, { status: 404 });
    if (part === undefined) return Response.json({ id, name: group.name, email: `${id}@corp.test` });
    const { items, next } = pageOf(group.members, from);
    const members = items.map(({ email, off, group: isGroup }) => ({
      email,
      type: isGroup ? "GROUP" : "USER",
      status: off ? "SUSPENDED" : "ACTIVE",
    }));
    const kind = "admin#directory#members";
    return Response.json(state.odd ?? { kind, ...(members.length > 0 && { members }), ...token(next) });
  }

  function graph(url: URL): Response {
    const [, id, part] = /groups(?:\/([^/]+))?(?:\/members\/(microsoft\.graph\.user))?$/.exec(url.pathname) ?? [];
    const from = Number(url.searchParams.get("$skiptoken") ?? 0);
    const link = (next: number | null) => {
      if (state.next_link !== null) return { "@odata.nextLink": state.next_link };
      if (next === null) return {};
      const at = new URL(url);
      at.searchParams.set("$skiptoken", String(next));
      return { "@odata.nextLink": at.href };
    };
    if (id === undefined) {
      const { items, next } = pageOf([...groups], from);
      return Response.json({
        value: items.map(([one, { name }]) => ({ id: one, displayName: name, mail: null })),
        ...link(next),
      });
    }
    const group = groups.get(id);
    if (!group) return Response.json({ error: {} }, { status: 404 });
    if (part === undefined) return Response.json({ id, displayName: group.name });
    const { items, next } = pageOf(
      group.members.filter((one) => !one.group),
      from,
    );
    const value = items.map(({ email, off }) => ({ mail: null, userPrincipalName: email, accountEnabled: !off }));
    return Response.json(state.odd ?? { value, ...link(next) });
  }

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const url = new URL(request.url);
      if (url.pathname === "/token") {
        const form = new URLSearchParams(await request.text());
        if (form.get("grant_type") === "refresh_token") await state.before_renewal();
        return token(form);
      }
      state.asked++;
      await state.before_answer();
      const fails = state.fails.shift();
      if (fails !== undefined) return new Response("busy", { status: fails, headers: { "retry-after": "0.01" } });
      if (request.headers.get("authorization") !== "Bearer at") return new Response(null, { status: 401 });
      return url.pathname.startsWith("/admin/directory/v1/") ? googleApi(url) : graph(url);
    },
  });
  const at = `http://127.0.0.1:${server.port}`;

  return {
    groups,
    state,
    env: {
      DIRECTORY_GOOGLE_CLIENT_ID: "g-client",
      DIRECTORY_GOOGLE_CLIENT_SECRET: "g-secret",
      DIRECTORY_GOOGLE_AUTHORIZE_URL: `${at}/authorize`,
      DIRECTORY_GOOGLE_TOKEN_URL: `${at}/token`,
      DIRECTORY_GOOGLE_API_URL: at,
      DIRECTORY_MICROSOFT_CLIENT_ID: "m-client",
      DIRECTORY_MICROSOFT_CLIENT_SECRET: "m-secret",
      DIRECTORY_MICROSOFT_AUTHORIZE_URL: `${at}/authorize`,
      DIRECTORY_MICROSOFT_TOKEN_URL: `${at}/token`,
      DIRECTORY_MICROSOFT_API_URL: at,
    },
    /** Consents as the administrator whom an address was given to; answers the query of the way back. */
    consent(address: string): string {
      const { searchParams } = new URL(address);
      const code = `code-${state.verifiers.size + 1}`;
      state.verifiers.set(code, searchParams.get("code_challenge") ?? "");
      return new URLSearchParams({ code, state: searchParams.get("state") ?? "" }).toString();
    },
    close: () => server.stop(true),
  };
}

export type Company = ReturnType<typeof openCompany>;

/** Connects a workspace to it and takes a group with these people; answers the group. */
export async function takeGroup(h: Harness, company: Company, of: { as: Person; id: string; emails: string[] }) {
  const { as, id, emails } = of;
  company.groups.set(id, { name: "Design", members: emails.map((email) => ({ email })) });
  const begun = await h.call("POST /api/directory/google/connect", { as, with_cookie: true });
  await h.call(`GET /auth/directory/callback?${company.consent(begun.body.url)}`, { as, with_cookie: true });
  const taken = await h.call("POST /api/directory/google/groups", { as, json: { group_id: id, mode: "sync" } });
  if (taken.status !== 201) throw new Error(`taking a group answered ${taken.status}`);
  return taken.body;
}
