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

/** Collects what a file is made of in one buffer, which is written out and used again. */
export interface Sink {
  add(piece: string | Uint8Array): void;
  /** Writes to the file once enough has come; waited for now and then, as the buffer grows until it is. */
  drain(): Promise<void>;
}

const PIECE_BYTES = 256 * 1024;
/** Texts are encoded so many characters together: each time costs as much as some hundred of them. */
const CHARS_AT_ONCE = 16 * 1024;
/** No character takes more in UTF-8 than for each unit of its own in UTF-16. */
const BYTES_PER_CHAR = 3;

/** Writes to a file; `finish` writes what is left. */
export function fileSink(file: FileHandle): Sink & { finish(): Promise<void> } {
  const encoder = new TextEncoder();
  let buffer = new Uint8Array(2 * PIECE_BYTES);
  let used = 0;
  let text = "";

  function makeRoom(bytes: number): void {
    if (used + bytes <= buffer.length) return;
    const larger = new Uint8Array(2 * (used + bytes));
    larger.set(buffer.subarray(0, used));
    buffer = larger;
  }

  function encode(): void {
    makeRoom(BYTES_PER_CHAR * text.length);
    used += encoder.encodeInto(text, buffer.subarray(used)).written;
    text = "";
  }

  async function finish(): Promise<void> {
    encode();
    for (let at = 0; at < used; ) at += (await file.write(buffer, at, used - at)).bytesWritten;
    used = 0;
  }

  return {
    add: (piece) => {
      if (typeof piece === "string") {
        text += piece;
        if (text.length >= CHARS_AT_ONCE) encode();
        return;
      }
      encode();
      makeRoom(piece.length);
      buffer.set(piece, used);
      used += piece.length;
    },
    drain: async () => {
      if (used + text.length >= PIECE_BYTES) await finish();
    },
    finish,
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

/**
 * The file from its beginning, read as it is taken, and closed at its end or when nobody takes it any more. Bun copies
 * each piece as it is written and waits for whoever is slow, so that all go through the same buffer.
 */
export function streamFile({ file, size_bytes }: OpenFile): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isOpen = true;
  async function close(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    await file.close();
  }
  const source: Bun.DirectUnderlyingSource = {
    type: "direct",
    async pull(controller) {
      const buffer = new Uint8Array(READ_BYTES);
      try {
        for (let at = 0; at < size_bytes && isOpen; ) {
          const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size_bytes - at), at);
          if (bytesRead === 0) throw new Error(`a file of ${size_bytes} bytes ended at ${at}`);
          at += bytesRead;
          controller.write(buffer.subarray(0, bytesRead));
          await controller.flush(true);
        }
        controller.end();
      } finally {
        await close();
      }
    },
    cancel: close,
  };
  // The types of the platform's streams know nothing of Bun's own kind.
  return new ReadableStream<Uint8Array<ArrayBuffer>>(source as never);
}
