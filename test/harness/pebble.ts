// Pebble, the ACME server that Let's Encrypt tests clients with, where the system has it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificate } from "./certificate.ts";
import { freePort } from "./free_port.ts";

export interface Pebble {
  directory_url: string;
  /** File of the authority that its own certificate comes from. */
  ca_file: string;
  /** Where it asks for proofs. */
  http_port: number;
  /** PEM of the authority that it issues from, made anew at every start. */
  authority(): Promise<string>;
  close(): Promise<void>;
}

/** Where it lies, or null; then it says what is skipped. */
export function findPebble(): string | null {
  const found = Bun.which("pebble");
  if (!found) console.warn("skipped: certificates from a real ACME server, because pebble is not installed");
  return found;
}

/** Starts it; it looks names up at `name_server`. */
export async function startPebble(program: string, name_server: string): Promise<Pebble> {
  const folder = mkdtempSync(join(tmpdir(), "docsvc-pebble-"));
  const { cert, key } = makeCertificate("localhost");
  const ca_file = join(folder, "cert.pem");
  writeFileSync(ca_file, cert);
  writeFileSync(join(folder, "key.pem"), key);
  const [port, management, http_port, tls_port] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const config = {
    pebble: {
      listenAddress: `127.0.0.1:${port}`,
      managementListenAddress: `127.0.0.1:${management}`,
      certificate: ca_file,
      privateKey: join(folder, "key.pem"),
      httpPort: http_port,
      tlsPort: tls_port,
      ocspResponderURL: "",
      externalAccountBindingRequired: false,
    },
  };
  writeFileSync(join(folder, "config.json"), JSON.stringify(config));
  const child = Bun.spawn([program, "-config", join(folder, "config.json"), "-dnsserver", name_server], {
    stdio: ["ignore", "ignore", "ignore"],
    // A tenth of the nonces is refused, as a client has to expect.
    env: { PEBBLE_VA_NOSLEEP: "1", PEBBLE_WFE_NONCEREJECT: "10" },
  });
  const directory_url = `https://localhost:${port}/dir`;
  for (let answers = false; !answers; ) {
    if (child.exitCode !== null) throw new Error(`pebble ended with ${child.exitCode}`);
    await Bun.sleep(20);
    answers = await fetch(directory_url, { tls: { ca: cert } }).then(
      ({ ok }) => ok,
      () => false,
    );
  }
  return {
    directory_url,
    ca_file,
    http_port,
    authority: async () => (await fetch(`https://localhost:${management}/roots/0`, { tls: { ca: cert } })).text(),
    close: async () => {
      child.kill();
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
