// How the client writes a request:
// addresses that keep the slashes of a file's path, forms for files, raw bytes as raw bytes.

/** Fills `{name}` in a path. Throws TypeError for a value that the address would swallow. */
export function writePath(pathname: string, params: Record<string, unknown>): string {
  return pathname.replace(/\{([a-z_]+)\}/g, (_whole, name: string) => {
    const value = String(params[name] ?? "");
    // `path` takes the rest of the address; every other parameter is one segment.
    const segments = name === "path" ? value.split("/") : [value];
    return segments.map((segment) => writeSegment(name, segment)).join("/");
  });
}

/** An address cannot say `.` or `..`, however encoded: it would be shortened on its way, and mean another route. */
function writeSegment(name: string, segment: string): string {
  if (segment === "." || segment === "..") throw new TypeError(`${name} holds the segment "${segment}"; remove it`);
  return encodeURIComponent(segment);
}

/** A body as `Request` takes it: bytes as they are, a multipart form where a file is among the members, else JSON. */
export function writeBody(body: unknown): BodyInit {
  if (isBytes(body) || body instanceof FormData) return body;
  if (typeof body === "object" && body !== null && Object.values(body).some(holdsFile)) return writeForm(body);
  return JSON.stringify(body);
}

function holdsFile(value: unknown): boolean {
  return value instanceof Blob || (Array.isArray(value) && value.some((one) => one instanceof Blob));
}

function writeForm(members: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null) continue;
      form.append(name, one instanceof Blob ? one : String(one));
    }
  }
  return form;
}

function isBytes(body: unknown): body is Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | ArrayBuffer {
  return (
    body instanceof Blob || body instanceof ReadableStream || body instanceof Uint8Array || body instanceof ArrayBuffer
  );
}

/** `Request`, except that it does not call raw bytes JSON, as openapi-fetch calls every body that is no form. */
export function createRequestMaker(): typeof Request {
  return new Proxy(Request, {
    construct: (target, [url, init]: [string, RequestInit]) => {
      if (!isBytes(init.body)) return new target(url, init);
      const headers = new Headers(init.headers);
      headers.set("content-type", (init.body instanceof Blob && init.body.type) || "application/octet-stream");
      return new target(url, { ...init, headers });
    },
  });
}
