// A name server of the test's own (dns2), which answers what the test says and fails as it is told.
import dns2, { Packet } from "dns2";
import { freePort } from "./free_port.ts";

/** What a name has; without any it exists, and has nothing. Addresses beside an alias are answered with it, as resolvers follow one. */
interface Records {
  TXT?: readonly string[];
  CNAME?: string;
  A?: readonly string[];
}

export interface NameServer {
  /** `address:port`, as `DNS_SERVERS` takes it. */
  address: string;
  /** The records of a name from now on; an empty list is a name without any. */
  set(name: string, records: Records): void;
  /** It answers SERVFAIL to everything, or nothing at all, until told `null`. */
  fail(how: "servfail" | "silent" | null): void;
  /** How many questions came. */
  asked(): number;
  close(): Promise<void>;
}

/** Starts it on a free loopback port, over UDP and TCP. */
export async function startNameServer(): Promise<NameServer> {
  const names = new Map<string, Records>();
  let failing: "servfail" | "silent" | null = null;
  let asked = 0;
  const server = dns2.createServer({
    udp: true,
    tcp: true,
    handle: (request, send) => {
      asked += 1;
      if (failing === "silent") return;
      const response = Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      const records = names.get(question?.name.toLowerCase() ?? "");
      if (failing === "servfail") response.header.rcode = Packet.RCODE.SERVFAIL;
      else if (!records || !question) response.header.rcode = Packet.RCODE.NXDOMAIN;
      else response.answers.push(...answersOf(question, records));
      send(response);
    },
  });
  // Answers that do not fit are asked for again over TCP, at the same port.
  const at = { port: await freePort(), address: "127.0.0.1" };
  await server.listen({ udp: at, tcp: at });
  return {
    address: `${at.address}:${at.port}`,
    set: (name, records) => void names.set(name.toLowerCase(), records),
    fail: (how) => {
      failing = how;
    },
    asked: () => asked,
    close: () => Promise.resolve(server.close()).then(() => undefined),
  };
}

function answersOf(question: dns2.Packet.Question, { TXT = [], CNAME, A = [] }: Records): dns2.Packet.Resource[] {
  const row = (type: number, data: object) =>
    Packet.createResourceFromQuestion(question, { class: Packet.CLASS.IN, ttl: 60, type, ...data });
  const addresses = (at: object) =>
    question.type === Packet.TYPE.A ? A.map((address) => row(Packet.TYPE.A, { ...at, address })) : [];
  if (CNAME !== undefined) return [row(Packet.TYPE.CNAME, { domain: CNAME }), ...addresses({ name: CNAME })];
  return question.type === Packet.TYPE.TXT ? TXT.map((data) => row(Packet.TYPE.TXT, { data })) : addresses({});
}
