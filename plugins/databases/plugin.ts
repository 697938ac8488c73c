// Databases: tables, records and views of documents of their own type.
import { handle, type Plugin, personEndHook, personMoveHook, provide } from "../../kernel/plugin.ts";
import { furtherFilesHook } from "../bundles/port.ts";
import { livePageHook } from "../content/port.ts";
import {
  contentWriteHook,
  documentPageHook,
  documentsCopiedHook,
  documentsHoldHook,
  heldTextsHook,
} from "../documents/port/hooks.ts";
import { addDatabases } from "./exchange/account_zip.ts";
import { guardFiles } from "./guard.ts";
import { databaseJobs } from "./jobs.ts";
import { aggregateRecords } from "./operations/aggregate.ts";
import { batchRecords } from "./operations/batch.ts";
import { followChanges, readActivity, readStatus } from "./operations/changes.ts";
import { createDatabase, readDatabase, readDatabases } from "./operations/databases.ts";
import { exportDatabase } from "./operations/export.ts";
import { readHistory, restoreRecord } from "./operations/history.ts";
import { importContent, importTable } from "./operations/import.ts";
import { createFromFile } from "./operations/import_new.ts";
import { resolveMedia, uploadMedia } from "./operations/media.ts";
import { queryRecords } from "./operations/query.ts";
import { changeRecord, createRecord, deleteRecord, readRecord, readRecordAnywhere } from "./operations/records.ts";
import { deleteTable, restoreTable } from "./operations/table_ends.ts";
import { changeTable, createTable, readTableShape } from "./operations/tables.ts";
import { changeView, readView, removeView, saveView } from "./operations/views.ts";
import { pageMaker } from "./page.ts";
import { makePage } from "./pages/live.ts";
import { createKeeper, keeperPort } from "./query/keeper.ts";
import { createOrders, ordersPort } from "./query/orders.ts";
import { createTotals, totalsPort } from "./query/totals.ts";
import { copyDatabase, forgetWriter, moveDatabases } from "./store/belongings.ts";
import { holdDatabase } from "./store/hold.ts";
import { createWaiting, waitingPort } from "./waiting.ts";
import { textsHeld } from "./writing/publishing.ts";

export const databases: Plugin = {
  name: "databases",
  operations: [
    createDatabase,
    createFromFile,
    readDatabases,
    readDatabase,
    createTable,
    readTableShape,
    changeTable,
    deleteTable,
    restoreTable,
    createRecord,
    readRecord,
    readRecordAnywhere,
    changeRecord,
    deleteRecord,
    exportDatabase,
    batchRecords,
    readHistory,
    restoreRecord,
    queryRecords,
    importTable,
    importContent,
    aggregateRecords,
    saveView,
    readView,
    changeView,
    removeView,
    readStatus,
    followChanges,
    readActivity,
    uploadMedia,
    resolveMedia,
  ],
  provides: (runtime) => [
    provide(keeperPort, createKeeper(runtime)),
    provide(ordersPort, createOrders(runtime.database)),
    provide(totalsPort, createTotals()),
    provide(waitingPort, createWaiting(runtime)),
  ],
  jobs: databaseJobs,
  handles: (runtime) => [
    handle(documentPageHook, () => pageMaker),
    handle(livePageHook, (asked) => makePage(runtime, asked)),
    handle(contentWriteHook, guardFiles),
    handle(heldTextsHook, textsHeld),
    handle(documentsCopiedHook, (copy) => copyDatabase(runtime, copy)),
    handle(documentsHoldHook, holdDatabase),
    handle(personMoveHook, moveDatabases),
    handle(personEndHook, forgetWriter),
    handle(furtherFilesHook, addDatabases),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
