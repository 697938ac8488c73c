// Where a plugin keeps what it has in the database: tables that migrations make, and routines.

/** The folder of a plugin's `0001_<noun>.sql` files; its routines lie beside that folder (routines.ts). */
export interface MigrationSource {
  plugin: string;
  /** Absolute. */
  folder: string;
}
