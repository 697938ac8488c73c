// A server process with a database of its own, for publishing folders into it as a person does.
import { createLog, openSql } from "../../kernel/host.ts";
import { makeServerPlace, type ServerPlace } from "../faults/server_process.ts";
import { cloneServerDatabase } from "../harness/server_database.ts";
import { makeBook } from "./book_fixture.ts";
import { makeFolder } from "./folder_fixture.ts";

export interface PublishedRow {
  path: string;
  doc_id: string;
  slug: string;
  title: string;
  kind: string;
  folder: string;
  visibility: string;
  version: number;
}

export interface PublishingPlace {
  place: ServerPlace;
  database: Awaited<ReturnType<typeof openSql>>;
  /** The live documents of a published folder by the path of their file. */
  published(folder: string): Promise<Record<string, PublishedRow>>;
  open(path: string): Promise<{ status: number; body: string; type: string | null }>;
  /** Where a reader of a document ends who follows one of its addresses: a path, or `status 404`. */
  follow(slug: string | undefined, address: string): Promise<string>;
  /** A folder of every kind of file under that name, removed when the place closes. */
  folder(name: string): string;
  /** A book of chapters that link to each other. */
  book(): ReturnType<typeof makeBook>;
  /** Everything that content is made of; signing in for the command writes rows of its own. */
  countWrites(): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts the server; nobody has an account in it yet. */
export async function openPublishingPlace(): Promise<PublishingPlace> {
  const copy = await cloneServerDatabase();
  const place = await makeServerPlace({ DATABASE_URL: copy.url });
  const database = await openSql(copy.target, { log: createLog("silent"), pool_size_max: 2 });
  const server = await place.start();
  const folders: { remove(): void }[] = [];
  function keep<F extends { remove(): void }>(folder: F): F {
    folders.push(folder);
    return folder;
  }
  const address = (path: string) => `http://127.0.0.1:${place.port}${path}`;

  return {
    place,
    database,
    published: async (folder) => {
      const rows = await database.sql<PublishedRow[]>`
        select attrs->>'source_path' as path, doc_id, slug, title, kind, places.path as folder, visibility, version
        from documents join places using (place_id)
        where deleted_at is null and attrs->>'source_folder' = ${folder} order by 1`;
      return Object.fromEntries(rows.map((row) => [row.path, row]));
    },
    open: async (path) => {
      const response = await fetch(address(path));
      return { status: response.status, body: await response.text(), type: response.headers.get("content-type") };
    },
    follow: async (slug, path) => {
      const response = await fetch(address(`/d/${slug}/${path}`));
      return response.status === 200 ? new URL(response.url).pathname : `status ${response.status}`;
    },
    folder: (name) => keep(makeFolder(name)).path,
    book: () => keep(makeBook()),
    countWrites: async () => {
      const [row] = await database.sql`select
        (select count(*) from documents) as documents, (select count(*) from document_versions) as versions,
        (select max(updated_at) from documents) as last,
        (select count(*) from audit_events where action like 'doc.%') as events`;
      return row;
    },
    close: async () => {
      await server.stop();
      await database.close();
      await copy.drop();
      place.remove();
      for (const folder of folders) folder.remove();
    },
  };
}
