// Clients that stop in the middle, never end or hardly send: nothing of theirs stays, and nobody else waits for them.
import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { askRaw, head, openRaw, type RawConnection } from "./raw_http.ts";
import { openStand, type Traces } from "./stand.ts";

const stand = await openStand();
const { port, base_url } = stand.place;
const { app, token } = stand.lines;
const MIB = 1024 * 1024;
const JSON_TYPE = "Content-Type: application/json";
const FORM_TYPE = "Content-Type: multipart/form-data; boundary=x";
const FORM_HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';

const doc_id = await publishOne();

async function publishOne(): Promise<string> {
  const response = await fetch(`${base_url}/api/docs`, {
    method: "POST",
    headers: { ...stand.headers, "content-type": "application/json" },
    body: JSON.stringify({ html: "<p>there</p>" }),
  });
  return (await response.json()).doc_id;
}

async function makeTicket(filename: string): Promise<string> {
  const response = await fetch(`${base_url}/api/uploads`, {
    method: "POST",
    headers: { ...stand.headers, "content-type": "application/json" },
    body: JSON.stringify({ filename }),
  });
  return new URL((await response.json()).upload_url).pathname;
}

interface Door {
  name: string;
  line: () => Promise<string> | string;
  lines: string[];
  /** How the body begins; noise follows. */
  begins: string;
  size_max: number;
}

const DOORS: Door[] = [
  {
    name: "a raw share",
    line: () => "PUT /api/upload?filename=a.bin HTTP/1.1",
    lines: [app, token],
    begins: "",
    size_max: 2048 * MIB,
  },
  {
    name: "a raw page",
    line: () => "PUT /api/upload?filename=a.md HTTP/1.1",
    lines: [app, token],
    begins: "# a",
    size_max: 20 * MIB,
  },
  {
    name: "a raw replacement",
    line: () => `PUT /api/upload?filename=a.html&doc_id=${doc_id}&path=index.html&base_version=1 HTTP/1.1`,
    lines: [app, token],
    begins: "<p>",
    size_max: 20 * MIB,
  },
  {
    name: "a ticket's share",
    line: async () => `PUT ${await makeTicket("a.bin")} HTTP/1.1`,
    lines: [app],
    begins: "",
    size_max: 2048 * MIB,
  },
  {
    name: "a JSON page",
    line: () => "POST /api/docs HTTP/1.1",
    lines: [app, token, JSON_TYPE],
    begins: '{"html":"',
    size_max: 32 * MIB,
  },
  {
    name: "a snippet",
    line: () => "POST /api/snippets HTTP/1.1",
    lines: [app, token, JSON_TYPE],
    begins: '{"content":"',
    size_max: 32 * MIB,
  },
  {
    name: "a file by JSON",
    line: () => `PUT /api/docs/${doc_id}/files/a.txt HTTP/1.1`,
    lines: [app, token, JSON_TYPE],
    begins: '{"content":"',
    size_max: 32 * MIB,
  },
  {
    name: "a page by form",
    line: () => "POST /api/docs HTTP/1.1",
    lines: [app, token, FORM_TYPE],
    begins: FORM_HEAD,
    size_max: 32 * MIB,
  },
  {
    name: "a share by form",
    line: () => "POST /api/files HTTP/1.1",
    lines: [app, token, FORM_TYPE],
    begins: FORM_HEAD,
    size_max: 32 * MIB,
  },
  {
    name: "a file by form",
    line: () => `POST /api/docs/${doc_id}/files HTTP/1.1`,
    lines: [app, token, FORM_TYPE],
    begins: FORM_HEAD,
    size_max: 32 * MIB,
  },
  {
    name: "an agent's call",
    line: () => "POST /mcp HTTP/1.1",
    lines: [app, token, JSON_TYPE],
    begins: '{"jsonrpc":"2.0","id":1,"method":"',
    size_max: 32 * MIB,
  },
];

/** Sends a head and the beginning of a body, and resolves when the server has begun to read it. */
async function begin(door: Door, framing: string): Promise<RawConnection> {
  const connection = await openRaw(port);
  connection.send(head(await door.line(), [...door.lines, framing, "Expect: 100-continue"]));
  const first = await connection.next();
  expect(first?.status).toBe(100);
  return connection;
}

function chunkOf(bytes: Uint8Array | string): Uint8Array {
  const body = Buffer.from(bytes);
  return Buffer.concat([Buffer.from(`${body.byteLength.toString(16)}\r\n`), body, Buffer.from("\r\n")]);
}

const NOISE = Buffer.from(randomBytes(300_000).toString("hex"));

describe("a client that stops in the middle", () => {
  for (const door of DOORS) {
    for (const framing of ["Content-Length: 4000000", "Transfer-Encoding: chunked"]) {
      test(`of ${door.name} sent with ${framing.split(":")[0]} leaves nothing`, async () => {
        const connection = await begin(door, framing);
        const before = await stand.traces();
        const piece = Buffer.concat([Buffer.from(door.begins), NOISE]);
        connection.send(framing.startsWith("T") ? chunkOf(piece) : piece);
        if (door.name.endsWith("share") && door.size_max > 32 * MIB) await untilUnfinished(before);
        await connection.cut();
        await stand.expectTraces(before);
      });
    }
    test(`of ${door.name} by ending its side alone leaves nothing`, async () => {
      const connection = await begin(door, "Content-Length: 4000000");
      const before = await stand.traces();
      connection.send(door.begins, NOISE);
      connection.socket.end();
      const answer = await connection.next();
      if (answer) expect(answer.status).toBe(400);
      await connection.cut();
      await stand.expectTraces(before);
    });
  }

  test("of a ticket's upload may send the file again", async () => {
    const ticket = await makeTicket("again.bin");
    const connection = await openRaw(port);
    connection.send(head(`PUT ${ticket} HTTP/1.1`, [app, "Content-Length: 4000000"]), NOISE);
    await untilUnfinished({ ...(await stand.traces()), unfinished: 0 });
    await connection.cut();
    const response = await fetch(`${base_url}${ticket}`, { method: "PUT", body: NOISE });
    expect(response.status).toBe(201);
  });
});

/** Waits until the upload has reached the store. */
async function untilUnfinished(before: Traces): Promise<void> {
  await stand.expectTraces({ ...before, unfinished: (before["unfinished"] ?? 0) + 1 });
}

describe("a chunked body that never ends is refused at its cap and leaves nothing", () => {
  for (const door of DOORS.filter((one) => one.size_max <= 32 * MIB)) {
    test(door.name, async () => {
      const connection = await begin(door, "Transfer-Encoding: chunked");
      const before = await stand.traces();
      connection.send(chunkOf(door.begins));
      const piece = chunkOf(Buffer.alloc(MIB, "a"));
      const answered = connection.next();
      let status: number | null | undefined;
      answered.then((answer) => {
        status = answer?.status ?? null;
      });
      let sent = 0;
      for (; status === undefined && sent < 256 * MIB; sent += MIB) {
        if (!connection.socket.write(piece)) await drained(connection, answered);
      }
      expect((await answered)?.status).toBe(413);
      await connection.cut();
      await stand.expectTraces(before);
    });
  }
});

async function drained({ socket, closed }: RawConnection, answered: Promise<unknown>): Promise<void> {
  await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed, answered]);
}

describe("a slow client", () => {
  test("keeps nobody waiting, however many there are", async () => {
    const before = await stand.traces();
    const slow = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const door = DOORS[index % DOORS.length] ?? DOORS[0];
        if (!door) throw new Error("no door");
        const connection = await openRaw(port);
        connection.send(head(await door.line(), [...door.lines, "Content-Length: 4000000"]), door.begins);
        return connection;
      }),
    );
    const unheard = await Promise.all(Array.from({ length: 100 }, () => openRaw(port)));
    for (const connection of unheard) connection.send("GET /healthz HT");
    const trickle = setInterval(() => {
      for (const connection of slow) connection.send("a");
      for (const connection of unheard) connection.send("T");
    }, 200);
    for (let round = 0; round < 10; round++) {
      expect((await askRaw(port, head("GET /healthz HTTP/1.1", [app])))?.status).toBe(200);
      expect((await fetch(`${base_url}/api/me`, { headers: stand.headers })).status).toBe(200);
      expect(await publishOne()).toStartWith("doc_");
    }
    clearInterval(trickle);
    await Promise.all([...slow, ...unheard].map((connection) => connection.cut()));
    const wanted = await stand.traces();
    expect(wanted["documents"]).toBe((before["documents"] ?? 0) + 10);
    await stand.expectTraces({ ...wanted, unfinished: 0 });
  });

  test("that opens 200 connections and sends nothing keeps nobody waiting", async () => {
    const idle = await Promise.all(Array.from({ length: 200 }, () => openRaw(port)));
    for (let round = 0; round < 20; round++) {
      expect((await askRaw(port, head("GET /readyz HTTP/1.1", [app])))?.status).toBe(200);
    }
    await Promise.all(idle.map((connection) => connection.cut()));
  });
});

test("an upload that a kill -9 cut leaves an unfinished object, which the sweep removes", async () => {
  const [door] = DOORS;
  if (!door) throw new Error("no door");
  const before = await stand.traces();
  const connection = await begin(door, "Content-Length: 4000000");
  connection.send(NOISE);
  await untilUnfinished(before);
  expect(await stand.killAndReadErrors()).toEqual([]);
  await connection.cut();
  expect(await stand.traces()).toEqual({ ...before, unfinished: 1 });
  await stand.sweep();
  expect((await stand.traces())["unfinished"]).toBe(0);
});
