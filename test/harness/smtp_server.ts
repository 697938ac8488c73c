// A real SMTP server on loopback that keeps what it is sent.
import { SMTPServer } from "smtp-server";

interface Delivery {
  recipients: string[];
  bytes: Uint8Array;
}

/** An SMTP server that takes every mail, or answers a recipient with the given status. */
export async function openSmtpServer({ refuseWith }: { refuseWith?: () => number | null } = {}) {
  const deliveries: Delivery[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === "docs" && password === "p@ss" ? done(null, { user: username }) : done(new Error("wrong password")),
    onRcptTo: (_address, _session, done) => {
      const status = refuseWith?.() ?? null;
      done(status === null ? null : Object.assign(new Error("not here"), { responseCode: status }));
    },
    onData: (stream, session, done) => {
      const chunks: Uint8Array[] = [];
      stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      stream.on("end", () => {
        deliveries.push({
          recipients: session.envelope.rcptTo.map((one) => one.address),
          bytes: Buffer.concat(chunks),
        });
        done(null);
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, "127.0.0.1", () => {
      const address = listener.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { deliveries, port, url: `smtp://127.0.0.1:${port}`, close };
}
