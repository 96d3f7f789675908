/** What a finished call shows of files: their content after it, or only that they changed. */
import {
  asAmount,
  asFields,
  asList,
  asText,
  type Fields,
} from "../../evidence/transcript/fields.ts";
import { isAbsolute, join } from "@std/path";
import { applyHunks } from "./hunks.ts";
import type { FinishedCall } from "./tool_results.ts";

/** A file as a call shows it. */
export interface ShownFile {
  /** Absolute. */
  readonly path: string;
  readonly isChanged: boolean;
  /** Its whole content before the call, where the client kept it; else null. */
  readonly original: string | null;
  /**
   * Computes its whole content after the call.
   *
   * @param before Its content before; null where it is not known.
   * @returns Null where the call does not show it.
   */
  readonly contentAfter: (before: string | null) => string | null;
}

/** Characters of a command's output from which the client cuts it. */
const CUT_OUTPUT = 30_000;
/** `cat` with one file, and nothing else. */
const CAT = /^\s*cat\s+(?:--\s+)?(?:"([^"$`\\]+)"|'([^']+)'|([^\s"'`$;&|<>*?(){}\\]+))\s*$/;

/**
 * Lists the files that a call shows.
 *
 * @param call The call; one that failed shows nothing.
 */
export function listShownFiles(call: FinishedCall): ShownFile[] {
  if (call.hasFailed) return [];
  switch (call.tool) {
    case "Read":
      return showRead(call);
    case "Write":
      return showWhole(call, () => asText(call.result["content"]) ?? "");
    case "Edit":
    case "MultiEdit":
      return showEdit(call);
    case "NotebookEdit":
      return showWhole(call, () => null);
    case "Bash":
      return showCommand(call);
    default:
      return [];
  }
}

function showRead({ result }: FinishedCall): ShownFile[] {
  const file = asFields(result["file"]);
  const path = asText(file?.["filePath"]);
  const content = file?.["content"];
  if (path === null || typeof content !== "string") return [];
  const lines = asAmount(file?.["numLines"]);
  const isWhole = (asAmount(file?.["startLine"]) ?? 1) <= 1 && lines !== null &&
    lines >= (asAmount(file?.["totalLines"]) ?? Infinity);
  const contentAfter = (before: string | null) => isWhole ? content : before;
  return [{ path, isChanged: false, original: null, contentAfter }];
}

function showWhole(call: FinishedCall, content: () => string | null): ShownFile[] {
  const path = asText(call.result["filePath"]) ?? call.input["file_path"] ?? null;
  const originalFile = call.result["originalFile"];
  const original = typeof originalFile === "string" ? originalFile : null;
  return path === null ? [] : [{ path, isChanged: true, original, contentAfter: content }];
}

function showEdit(call: FinishedCall): ShownFile[] {
  const { result } = call;
  return showWhole(call, () => null).map((file) => ({
    ...file,
    contentAfter: (before) => applyHunks(file.original ?? before, result["structuredPatch"]),
  }));
}

function showCommand({ input, result, cwd }: FinishedCall): ShownFile[] {
  const difference = asFields(result["bashEditDiff"]);
  const files = asList(difference?.["files"]).map(asFields).flatMap(showChange);
  const others = asList(difference?.["changedFiles"]).filter((path) => typeof path === "string")
    .filter((path) => !files.some((file) => file.path === path))
    .map((path) => ({ path, isChanged: true, original: null, contentAfter: () => null }));
  return [...files, ...others, ...showCat(input["command"] ?? "", result, cwd)];
}

function showChange(file: Fields | null): ShownFile[] {
  const path = asText(file?.["filePath"]);
  if (path === null) return [];
  const contentAfter = (before: string | null) => applyHunks(before, file?.["hunks"]);
  return [{ path, isChanged: true, original: null, contentAfter }];
}

function showCat(command: string, result: Fields, cwd: string): ShownFile[] {
  const match = CAT.exec(command);
  const name = match?.[1] ?? match?.[2] ?? match?.[3];
  const output = result["stdout"];
  if (name === undefined || typeof output !== "string" || output.length >= CUT_OUTPUT) return [];
  const path = isAbsolute(name) ? name : join(cwd, name);
  return [{ path, isChanged: false, original: null, contentAfter: () => `${output}\n` }];
}
