// A file that is there while it is written and sent, and has no name that could outlive the server.
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of our own for as long as `work` takes. */
export async function withTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "docsvc-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Collects texts and writes them in pieces. */
export interface TextSink {
  write(text: string): Promise<void>;
}

const PIECE_CHARS = 256 * 1024;

/** Writes texts to a file; `finish` writes what is left. */
export function textSink(file: FileHandle): TextSink & { finish(): Promise<void> } {
  let waiting = "";
  const flush = async () => {
    const text = waiting;
    waiting = "";
    if (text !== "") await file.writeFile(text);
  };
  return {
    write: async (text) => {
      waiting += text;
      if (waiting.length >= PIECE_CHARS) await flush();
    },
    finish: flush,
  };
}

/** A file without a name, and its size. Whoever has it closes it. */
export interface OpenFile {
  file: FileHandle;
  size_bytes: number;
}

/** Has a file made at a path, and keeps it open after its folder has gone. */
export function makeFile(make: (path: string) => Promise<void>): Promise<OpenFile> {
  return withTempFolder(async (folder) => {
    const path = join(folder, "file");
    await make(path);
    const file = await open(path, "r");
    return { file, size_bytes: (await file.stat()).size };
  });
}

const READ_BYTES = 256 * 1024;

/** The file from its beginning, read as it is taken, and closed at its end or when nobody takes it any more. */
export function streamFile({ file, size_bytes }: OpenFile): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const bytes = new Uint8Array(Math.min(READ_BYTES, size_bytes - at));
      const { bytesRead } = bytes.length === 0 ? { bytesRead: 0 } : await file.read(bytes, 0, bytes.length, at);
      at += bytesRead;
      if (bytesRead > 0) controller.enqueue(bytes.subarray(0, bytesRead));
      if (bytesRead > 0 && at < size_bytes) return;
      await file.close();
      controller.close();
    },
    cancel: () => file.close(),
  });
}
