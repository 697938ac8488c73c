// Publishes the documents that reading workloads ask for.
import type { Place } from "./servers.ts";

export interface PublishedDocuments {
  token: string;
  doc_ids: string[];
}

/** A page of exactly so many bytes; `%N%` in it, where wrk sends it, makes it unique. */
export function writePage(bytes: number): string {
  const head = "<!doctype html><html><head><title>Page %N%</title></head><body><h1>Page %N%</h1><p>";
  const tail = "</p></body></html>";
  return head + "lorem ipsum ".repeat(bytes / 12).slice(0, bytes - head.length - tail.length) + tail;
}

/** Publishes so many different pages of 2 KiB from one account. */
export async function publishPages(place: Place, count: number): Promise<PublishedDocuments> {
  const [token = ""] = await place.makeTokens(1);
  const doc_ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const response = await fetch(`${place.ours.base_url}/api/docs`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ html: writePage(2048).replaceAll("%N%", String(index)) }),
    });
    if (!response.ok) throw new Error(`publishing answered ${response.status}: ${await response.text()}`);
    doc_ids.push((await response.json()).doc_id);
  }
  return { token, doc_ids };
}
