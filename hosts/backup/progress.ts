// What a backup or a restore tells about how far it is.

/** Tables are counted by name, blobs one by one; checking reads the whole file. */
export interface Progress {
  step: "checking" | "tables" | "blobs";
  done: number;
  total: number;
}

export type ReportProgress = (progress: Progress) => void;
