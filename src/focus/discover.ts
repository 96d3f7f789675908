/** The cascade. @module */
import type { Discovery, DiscoveryInput, Files } from "./discovery.ts";

/** Tells whether the file at a path is complete already. */
export type IsComplete = (path: string) => Promise<boolean>;

/** Finds the focus file. */
export function discoverFocus(
  _input: DiscoveryInput,
  _files: Files,
  _isComplete: IsComplete,
): Promise<Discovery> {
  return Promise.reject(new Error("Not written yet"));
}
