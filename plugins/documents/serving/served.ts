// What the content host knows of a document, remembered by its slug until a change is announced.
import { type Cache, createCache, type House, type Sql } from "../../../kernel/mod.ts";
import type { Guarded } from "../levels.ts";

/** A file as the content host sends it. */
export interface ServedFile {
  sha256: string;
  size_bytes: number;
  content_type: string;
  storage_key: string;
  /** True for a page that the service made; what people sent is hostile. */
  generated: boolean;
}

export interface ServedDocument extends Guarded {
  doc_id: string;
  slug: string;
  kind: string;
  password_hash: string | null;
  expires_at: Date | null;
  deleted: boolean;
  files: ReadonlyMap<string, ServedFile>;
}

/** The channel on which changed slugs are announced to every server. */
const CHANNEL = "served_documents";
const REMEMBERED_MAX = 4096;
/** A document of very many files is read anew each time, so that a few of them cannot fill the memory. */
const FILES_REMEMBERED_MAX = 500;

/** The content host's view of the documents. */
export interface ServedDocuments {
  /** The document of a slug, or null; deleted and expired ones are answered as they are. */
  find(slug: string): Promise<ServedDocument | null>;
  /** Announces, in the transaction, that what was open may be closed now. */
  announce(sql: Sql, slugs: readonly string[]): Promise<void>;
  /** Forgets here at once and elsewhere soon: for new content after its commit. */
  refresh(slugs: readonly string[]): Promise<void>;
}

export function serveDocuments(house: House): ServedDocuments {
  const { sql, lazySql, bus } = house.database;
  const cache: Cache<ServedDocument | null> = createCache({ size_max: REMEMBERED_MAX, bus, channel: CHANNEL });
  return {
    find: async (slug) => {
      const remembered = cache.get(slug);
      if (remembered) return remembered;
      const found = await cache.load(slug, () => findServed(sql, slug));
      // An address that leads nowhere is not remembered: guessing must not push out what people read.
      if (!found || found.files.size > FILES_REMEMBERED_MAX) cache.delete(slug);
      return found;
    },
    announce: async (tx, slugs) => {
      await tx`select pg_notify(${CHANNEL}, slug) from unnest(${[...slugs]}::text[]) as slug`;
    },
    refresh: async (slugs) => {
      for (const slug of slugs) cache.delete(slug);
      await lazySql`select pg_notify(${CHANNEL}, slug) from unnest(${[...slugs]}::text[]) as slug`;
    },
  };
}

interface ServedRow extends Guarded {
  doc_id: string;
  slug: string;
  kind: string;
  password_hash: string | null;
  expires_at: Date | null;
  deleted: boolean;
  files: ({ path: string } & ServedFile)[];
}

async function findServed(sql: Sql, slug: string): Promise<ServedDocument | null> {
  const [row] = await sql<ServedRow[]>`
    select d.doc_id, d.slug, d.workspace_id, d.owner_id, d.kind, d.visibility, d.listing, d.password_hash, d.expires_at,
      d.deleted_at is not null as deleted,
      (select coalesce(json_agg(json_build_object('path', f.path, 'sha256', encode(f.sha256, 'hex'), 'size_bytes', f.size_bytes,
          'content_type', f.content_type, 'storage_key', b.storage_key, 'generated', f.renderer is not null)), '[]')
        from document_files f join blobs b using (blob_id)
        where f.document_id = d.document_id and f.version = d.version) as files
    from documents d where d.slug = ${slug}`;
  if (!row) return null;
  const { files, ...document } = row;
  return { ...document, files: new Map(files.map(({ path, ...file }) => [path, file])) };
}
