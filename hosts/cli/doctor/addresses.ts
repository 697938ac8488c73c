// Checks both hosts from outside, as a browser would reach them, and says which of them answered.
import type { Config } from "../../../kernel/plugin.ts";
import { type Finding, fail, fine, messageOf, warn } from "./finding.ts";
import { isLoopback } from "./settings.ts";

type Host = "app" | "content";

const ANSWER_MS_MAX = 10_000;
/** The app host has something here and the content host has not, so the answer tells who gave it. */
const TELLING_PATH = "/api/me";
const TLS = /CERT|TLS|SSL|SIGNED|SIGNATURE|EPROTO|ALTNAME/i;

/** Whether each address is answered by the host that it names. Without a server there is nothing to ask. */
export async function examineAddresses(config: Config): Promise<Finding[]> {
  const isRunning = await answers(`http://127.0.0.1:${config.port}/healthz`);
  return Promise.all([
    examineAddress({ variable: "BASE_URL", url: config.base_url, host: "app", isRunning, port: config.port }),
    examineAddress({ variable: "CONTENT_URL", url: config.content_url, host: "content", isRunning, port: config.port }),
  ]);
}

interface Address {
  variable: string;
  url: string;
  host: Host;
  isRunning: boolean;
  port: number;
}

async function examineAddress(address: Address): Promise<Finding> {
  const { host, url, variable } = address;
  const check = `${host} host`;
  try {
    const health = await ask(`${url}/healthz`);
    const target = health.headers.get("location");
    if (target !== null && health.status >= 300 && health.status < 400) {
      const origin = new URL(target, url).origin;
      return fail(check, {
        seen: `${url} redirects to ${target}`,
        fix: `set ${variable}=${origin}, or end the redirect`,
      });
    }
    const text = await health.text();
    if (health.status !== 200 || text.replace(/\s/g, "") !== '{"status":"ok"}') {
      return fail(check, {
        seen: `${url}/healthz answers ${health.status} with something else: another program is there`,
        fix: `let ${variable} name this server, or point its proxy at port ${address.port}`,
      });
    }
    return judge(await whoAnswers(url), address);
  } catch (error) {
    return explainSilence(error, address);
  }
}

function judge(found: Host | { host_seen: string } | null, { host, url, variable, port }: Address): Finding {
  const check = `${host} host`;
  if (found === host) return fine(check, `${url} answers`);
  const fix = `let the proxy pass the Host header on unchanged, and restart the server when ${variable} was changed`;
  if (found === "app" || found === "content") {
    return fail(check, { seen: `${url} is answered by the ${found} host`, fix });
  }
  if (found) return fail(check, { seen: `the server hears ${url} under the name "${found.host_seen}"`, fix });
  return fail(check, {
    seen: `${url} answers, but not as docsvc does`,
    fix: `let ${variable} name this server, or point its proxy at port ${port}`,
  });
}

async function whoAnswers(url: string): Promise<Host | { host_seen: string } | null> {
  const response = await ask(url + TELLING_PATH);
  const body: unknown = await response.json().catch(() => null);
  const error = body instanceof Object && "error" in body ? String(body.error) : "";
  const seen = /^nothing is served under the host "(.*)"$/.exec(error)?.[1];
  if (seen !== undefined) return { host_seen: seen };
  if (response.status === 401 || error.startsWith("nothing is at ")) return "app";
  return response.status === 404 && error === "not found" ? "content" : null;
}

function explainSilence(error: unknown, { host, url, variable, isRunning, port }: Address): Finding {
  const check = `${host} host`;
  const reason = messageOf(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (TLS.test(code) || TLS.test(reason)) {
    const seen = `${url} has no valid certificate (${reason})`;
    return fail(check, { seen, fix: "give the TLS proxy a certificate for this name that browsers trust" });
  }
  const seen = `${url} does not answer (${code || reason})`;
  if (isRunning) {
    const fix = `the server runs on port ${port}: let ${variable}'s name lead to this machine, or to the proxy before it`;
    return fail(check, { seen, fix });
  }
  const isOwn = isLoopback(new URL(url).hostname);
  return warn(check, {
    seen: isOwn ? `no server runs: ${seen}` : seen,
    fix: "start the server (npm start) and ask again",
  });
}

async function answers(url: string): Promise<boolean> {
  return ask(url).then(
    (response) => response.ok,
    () => false,
  );
}

function ask(url: string): Promise<Response> {
  return fetch(url, { redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS_MAX) });
}
