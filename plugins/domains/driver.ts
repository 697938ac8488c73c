// What brings a proven domain its certificate: one driver a deployment, behind this port.
import { type Port, port, type Sql } from "../../kernel/plugin.ts";

/** A domain as drivers know it. */
export interface DriverDomain {
  workspace_id: number;
  /** Lower case, ASCII. */
  hostname: string;
}

/** How a domain's certificate stands. */
export type Issued =
  /** It is there, or comes by itself at the first connection: the probe decides. */
  | { state: "ready" }
  /** It is being got. */
  | { state: "coming" }
  /** Not before that time, such as after a refusal of the certificate authority: the domain is `dns_ok` meanwhile. */
  | { state: "later"; at: Date; reason: string };

/** A way to certificates. Whoever renews them does so until `release`, without being asked from here. */
export interface DomainDriver {
  name: "caddy" | "acme";
  /**
   * Sees to the certificate of a proven domain. Called from a job, by one server at a time for a domain, and again until it is ready
   * and https answers: it must come to the same when it is repeated.
   */
  issue(domain: DriverDomain): Promise<Issued>;
  /** Lets go of what is kept for a domain, in the transaction that removes it. */
  release(sql: Sql, hostname: string): Promise<void>;
}

/** The driver of this deployment. */
export const driverPort: Port<DomainDriver> = port("domains.driver");
