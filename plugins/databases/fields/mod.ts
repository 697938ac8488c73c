// The door of the rules of fields: pure, without a store, for whoever keeps, shows, imports or exports records.
export { BOUNDS } from "./bounds.ts";
export { type ChangedFields, changeFields, type FieldChange, type FieldsChange } from "./changes.ts";
export { checkData, type DataOptions, isUnfinished, recordBytes } from "./data.ts";
export { checkFields, type FieldInput } from "./definitions.ts";
export {
  type DataFault,
  FIELD_TYPES,
  type Field,
  type FieldType,
  type FileRef,
  FORM_STATUS,
  fieldOf,
  isEmptyValue,
  isGroupable,
  isSortable,
  own,
  type RecordData,
  type SchemaFault,
} from "./field.ts";
export { accepts, checkFileRef, filesIn, isSameFile, type NamedFile, newFiles } from "./files.ts";
export { checkFilter, type Filter, OPERATORS, OPERATORS_OF, type Operator, type SentFilter } from "./filters.ts";
export { equalityKey, SORT_KEY_BYTES_MAX, sortKey } from "./keys.ts";
export { FIELD_CHANGE, FIELD_INPUT } from "./schema.ts";
export { searchText } from "./searching.ts";
export { foldText, keptName, withArticle } from "./texts.ts";
