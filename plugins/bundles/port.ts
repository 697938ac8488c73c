// What other plugins may use of bundles: documents as the contents of a zip, and the zip, or a tar, as a stream.
export { directoriesOf, entriesOf, entriesOfFolders, placeFolders } from "./contents.ts";
export { type FurtherFiles, type FurtherFilesAsked, furtherFilesHook } from "./further_files.ts";
export { metaOf } from "./meta.ts";
export { pathsBelow, safeName } from "./names.ts";
export { bytesMax, type Parts, putParts, streamOf } from "./pieces.ts";
export { plainZipStream } from "./plain_zip.ts";
export { type PackableDocument, packableColumns } from "./store/bundles.ts";
export { tarStream } from "./tar.ts";
export { jsonEntry, type ZipEntry } from "./zip_entry.ts";
export { zip64Stream } from "./zip64.ts";
