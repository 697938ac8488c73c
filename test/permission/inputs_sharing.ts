// Inputs of the permission matrix for roots and for access lists of documents, folders and places.
import type { Inputs } from "./inputs.ts";

export const SHARING_INPUTS: Inputs = {};
