// A person at a browser, without the browser: keeps cookies per host and sends what a browser sends along.

/** What goes out besides the cookies. */
export interface Sent {
  method?: string;
  body?: string;
  headers: Record<string, string>;
}

/** One browser profile. */
export interface Visitor {
  /** Cookies by host and name, for tests that tamper with them. */
  cookies: Map<string, Map<string, string>>;
  /** Opens an address; redirects are answered and not followed. */
  open(address: string, headers?: Record<string, string>): Promise<Response>;
  /** Presses the button of a form on a page of the same origin. */
  submit(address: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  /** Sends anything else. */
  send(address: string, init: Sent): Promise<Response>;
}

export type Fetch = (request: Request) => Promise<Response> | Response;

/** Starts with an empty profile. Paths are addresses on `base_url`. */
export function createVisitor(fetch: Fetch, base_url: string): Visitor {
  const cookies: Visitor["cookies"] = new Map();

  async function send(address: string, init: Sent): Promise<Response> {
    const url = new URL(address, base_url);
    const jar = cookies.get(url.host) ?? new Map<string, string>();
    cookies.set(url.host, jar);
    const headers: Record<string, string> = { host: url.host, accept: "text/html,*/*;q=0.8", ...init.headers };
    if (jar.size > 0) headers["cookie"] ??= [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new Request(url, { ...init, headers, redirect: "manual" }));
    for (const set of response.headers.getSetCookie()) keep(jar, set);
    return response;
  }

  return {
    cookies,
    send,
    open: (address, headers = {}) => send(address, { headers }),
    submit: (address, fields = {}, headers = {}) => {
      const { origin } = new URL(address, base_url);
      const form = { "content-type": "application/x-www-form-urlencoded", origin };
      return send(address, {
        method: "POST",
        body: new URLSearchParams(fields).toString(),
        headers: { ...form, ...headers },
      });
    },
  };
}

function keep(jar: Map<string, string>, set: string): void {
  const pair = set.split(";")[0] ?? "";
  const name = pair.slice(0, pair.indexOf("="));
  if (/;\s*max-age=0\b/i.test(set)) jar.delete(name);
  else jar.set(name, pair.slice(pair.indexOf("=") + 1));
}
