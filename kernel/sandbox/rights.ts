// What the reader of a sandbox may do in it, said once to Postgres:
// look at the tables that are granted to it, compute, and nothing else.

/** Stable functions that compute from their arguments, the clock and the time zone alone. */
const STABLE =
  "age anytextcat array_to_json array_to_string concat concat_ws convert_from convert_to date date_add date_cmp_timestamptz date_eq_timestamptz date_ge_timestamptz date_gt_timestamptz date_le_timestamptz date_lt_timestamptz date_ne_timestamptz date_part date_subtract date_trunc extract format generate_series in_range interval_pl_timestamptz json_agg json_agg_strict json_build_array json_build_object json_object_agg json_object_agg_strict json_object_agg_unique json_object_agg_unique_strict json_populate_record json_populate_recordset json_to_record json_to_recordset jsonb_agg jsonb_agg_strict jsonb_build_array jsonb_build_object jsonb_object_agg jsonb_object_agg_strict jsonb_object_agg_unique jsonb_object_agg_unique_strict jsonb_path_exists_tz jsonb_path_match_tz jsonb_path_query_array_tz jsonb_path_query_first_tz jsonb_path_query_tz jsonb_populate_record jsonb_populate_recordset jsonb_to_record jsonb_to_recordset make_timestamptz now overlaps phraseto_tsquery pg_input_is_valid pg_typeof plainto_tsquery quote_literal quote_nullable row_to_json statement_timestamp textanycat time timestamp timestamp_cmp_timestamptz timestamp_eq_timestamptz timestamp_ge_timestamptz timestamp_gt_timestamptz timestamp_le_timestamptz timestamp_lt_timestamptz timestamp_ne_timestamptz timestamptz timestamptz_cmp_date timestamptz_cmp_timestamp timestamptz_eq_date timestamptz_eq_timestamp timestamptz_ge_date timestamptz_ge_timestamp timestamptz_gt_date timestamptz_gt_timestamp timestamptz_le_date timestamptz_le_timestamp timestamptz_lt_date timestamptz_lt_timestamp timestamptz_mi_interval timestamptz_ne_date timestamptz_ne_timestamp timestamptz_pl_interval timetz timezone to_char to_date to_json to_jsonb to_number to_timestamp to_tsquery to_tsvector transaction_timestamp ts_headline ts_match_tq ts_match_tt websearch_to_tsquery";

/** The texts of values whose form goes by the time zone or by what they hold: Postgres asks for these rights where it folds constants. */
const TEXTS =
  "array_in array_out date_in date_out interval_in interval_out multirange_in multirange_out range_in range_out record_in record_out time_in timestamp_in timestamp_out timestamptz_in timestamptz_out timetz_in";

const VOLATILE =
  "array_sample array_shuffle clock_timestamp gen_random_uuid random random_normal timeofday uuidv4 uuidv7";

/** Immutable by Postgres' own word, and yet about more than their arguments, or readers of foreign syntax. */
const NOT_COMPUTING =
  "event_trigger_out makeaclitem pclose popen postgresql_fdw_validator satisfies_hash_partition trigger_out txid_snapshot_send txid_snapshot_xip txid_snapshot_xmax txid_snapshot_xmin txid_visible_in_snapshot";

/**
 * Run once in the database that all others of a sandbox are copies of. Whatever a release of Postgres opens to everybody is closed
 * first: every function, every catalog, every language. What only computes is opened again; operators and aggregates go by the
 * rights on their functions.
 */
export const RIGHTS = `
  revoke all on database postgres, template1 from public;
  drop extension if exists plpgsql;
  revoke all on schema public from public;
  revoke all on all tables in schema pg_catalog, information_schema from public;
  revoke all on all routines in schema pg_catalog, information_schema from public;
  revoke all on schema information_schema from public;
  revoke usage on language sql from public;
  grant usage on schema public to public;`;

/** Columns that are open by themselves are not closed with their tables. Answers statements to run. */
export const COLUMN_RIGHTS = `
  select format('revoke all (%I) on %s from public', a.attname, a.attrelid::regclass) as statement
  from pg_attribute a where a.attacl is not null and not a.attisdropped`;

/** Answers statements to run, for the functions that compute. */
export const COMPUTING = `
  select format('grant execute on function %s to public', p.oid::regprocedure) as statement
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'pg_catalog'::regnamespace and p.prokind <> 'p' and l.lanname in ('internal', 'sql')
    and p.prorettype not in ('internal'::regtype, 'trigger'::regtype, 'event_trigger'::regtype)
    and not p.proargtypes::oid[] && '{internal,xml}'::regtype[]::oid[]
    and (p.provolatile = 'i' and p.proname not like 'pg\\_%' and p.proname not like 'xml%' and p.proname not like 'xpath%'
        and p.proname <> all(string_to_array('${NOT_COMPUTING}', ' '))
      or p.proname in ('pg_size_bytes', 'pg_size_pretty')
      or p.provolatile = 's' and p.proname = any(string_to_array('${STABLE} ${TEXTS}', ' '))
      or p.provolatile = 'v' and p.proname = any(string_to_array('${VOLATILE}', ' ')))`;
