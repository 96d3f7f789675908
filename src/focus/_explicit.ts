/**
 * Cascade, before all others: the file that `-f` names.
 *
 * @module
 */
import { isAbsolute, resolve } from "@std/path";
import { isBinary } from "./_decode.ts";
import type { Discovery, DiscoveryInput, Files, Refusal } from "./discovery.ts";
import { leadsOut } from "./leads_out.ts";
import { MAX_FILE_BYTES } from "./markdown.ts";

/**
 * Looks for the file that the user named: from the working directory, then from the project.
 *
 * @param name What was typed after `-f`.
 * @returns Found, or refused with the path that was tried first.
 */
export function findExplicit(name: string, input: DiscoveryInput, files: Files): Discovery {
  const expanded = /^~(?=[/\\]|$)/.test(name) ? input.home + name.slice(1) : name;
  const tried = isAbsolute(expanded)
    ? [expanded]
    : [resolve(input.cwd, expanded), resolve(input.project, expanded)];
  const path = tried.find((candidate) => files.stat(candidate) !== null) ?? tried[0]!;
  const why = name.trim() === ""
    ? "missing"
    : input.isExplicitFromProject === true && leadsOut(path, input.project, files)
    ? "outside"
    : refuse(path, files);
  return why === null
    ? { kind: "found", path, method: "explicit" }
    : { kind: "refused", path, why };
}

function refuse(path: string, files: Files): Refusal | null {
  const stat = files.stat(path);
  if (!stat) return "missing";
  if (stat.kind === "folder") return "folder";
  if (stat.kind === "other") return "unreadable";
  if (stat.size > MAX_FILE_BYTES) return "too-large";
  const start = files.readStart(path, 8_192);
  if (!start) return "unreadable";
  return isBinary(start) ? "binary" : null;
}
