// What the server's own TLS listener asks of whoever keeps certificates:
// the ports, the certificates, and answers to a certificate authority's challenges.
import { type Hook, hook } from "../hooks/hooks.ts";

/** A certificate in use, as PEM. */
export interface ServedCertificate {
  hostname: string;
  /** The leaf first, then what leads to its authority. */
  chain: string;
  key: string;
}

/** The keeper of certificates. */
export interface TlsSource {
  https_port: number;
  /** For challenges, and to lead browsers to https. */
  http_port: number;
  /** What to serve by server name (RFC 6066, 3). */
  read(): Promise<readonly ServedCertificate[]>;
  /** Calls back when what `read` answers may have changed, on whatever server. */
  watch(onChange: () => void): Promise<void>;
  /** The body that proves control of a host name (RFC 8555, 8.3); null for a token that nobody waits for. */
  answerChallenge(token: string): Promise<string | null>;
}

/** Handled by one plugin where the server ends TLS itself; null from it, and nobody, where a proxy in front does. */
export const tlsHook: Hook<void, TlsSource | null> = hook("tls");
