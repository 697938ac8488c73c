// Fetches what the server makes as one file, and keeps it on this disk under its name once it is whole.
import { rename, rm, stat } from "node:fs/promises";
import { CommandError } from "../../command/command.ts";
import { reasonOf } from "./caller.ts";

interface Asked {
  token: string;
  signal: AbortSignal;
  /** What is exported, as a sentence begins with it: `the site`. */
  what: string;
  /** Content types that it may have. */
  types: readonly string[];
}

/** What is sent, until it is stopped. Throws CommandError with the server's own words. */
export async function download(
  address: string,
  { token, signal, what, types }: Asked,
): Promise<ReadableStream<Uint8Array>> {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` }, signal }).catch(
    (error: unknown) => {
      throw new CommandError(`the server does not answer (${reasonOf(error)}): look whether it runs`);
    },
  );
  const [type = ""] = (answer.headers.get("content-type") ?? "").split(";");
  if (answer.ok && !types.includes(type))
    throw new CommandError(`${what} is not exported: a page came in its place, such as a proxy's`);
  // A body that nobody has begun to read by then does not hear of the signal by itself, and never ends.
  if (answer.ok && answer.body) return answer.body.pipeThrough(new TransformStream(), { signal });
  const said: unknown = await answer.json().catch(() => null);
  const words: unknown =
    typeof said === "object" && said !== null ? (Reflect.get(said, "error") ?? Reflect.get(said, "detail")) : null;
  const seconds = typeof said === "object" && said !== null ? Number(Reflect.get(said, "retry_after")) : 0;
  const again = seconds > 0 ? ` (again in ${Math.ceil(seconds / 60)} min)` : "";
  const why = typeof words === "string" ? words : `status ${answer.status}`;
  throw new CommandError(`${what} is not exported: ${why}${again}`);
}

/** A file that is there stays. */
export async function refuseTaken(to: string): Promise<void> {
  const found = await stat(to).catch(() => null);
  if (found?.isDirectory()) throw new CommandError(`${to} is a folder: name a file`);
  if (found) throw new CommandError(`${to} is there already: name another file, or take it away first`);
}

/** The file lies under its name when it is whole. */
export async function keep(
  body: ReadableStream<Uint8Array>,
  { to, refusal }: { to: string; refusal: (error: unknown) => string },
): Promise<void> {
  const part = `${to}.${process.pid}.part`;
  try {
    await Bun.write(part, new Response(body));
    await rename(part, to);
  } catch (error) {
    throw new CommandError(refusal(error));
  } finally {
    await rm(part, { force: true });
  }
}
