/** The plan that this session works on, from its transcript. */
import { isAbsolute, join } from "@std/path";
import { parseObject } from "../../store/files/jsonl.ts";
import { readEnd, statOf } from "../files.ts";
import { isReallyBelow } from "../paths.ts";
import type { DiscoveryInput } from "./discovery.ts";

/** Number of bytes at the end of the transcript that are read. */
const MAX_TRANSCRIPT_BYTES = 8 * 1024 * 1024;
/** In characters. Longer lines are tool results. */
const MAX_LINE_LENGTH = 2_000_000;

/** The fields of a transcript's line that are used here; any may be missing. */
interface Entry {
  readonly type?: unknown;
  readonly isSidechain?: unknown;
  readonly attachment?: {
    readonly type?: unknown;
    readonly planFilePath?: unknown;
    readonly isSubAgent?: unknown;
  } | null;
  readonly message?: { readonly content?: unknown } | null;
}

/** Finds the plan of plan mode, if it exists. */
export function findPlanModePlan(input: DiscoveryInput): string[] {
  return findLast(
    input,
    /planFilePath/,
    (entry) => readPlanModePaths(entry).find((path) => isUsable(path)),
  );
}

/** Finds the last plan that the agent wrote, edited or read. */
export function findTouchedPlan(input: DiscoveryInput): string[] {
  return findLast(
    input,
    /file_path/,
    (entry) => readToolPaths(entry).find((path) => isPlan(path, input)),
  );
}

/** Finds the newest path that a line names. Only lines with the mark are parsed, as most have none. */
function findLast(
  { transcriptPath }: DiscoveryInput,
  mark: RegExp,
  readPath: (entry: Entry) => string | undefined,
): string[] {
  const bytes = transcriptPath && readEnd(transcriptPath, MAX_TRANSCRIPT_BYTES);
  const lines = bytes ? new TextDecoder().decode(bytes).split("\n") : [];
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index]!;
    if (line.length > MAX_LINE_LENGTH || !mark.test(line)) continue;
    const entry: Entry | null = parseObject(line);
    if (!entry || entry.isSidechain === true) continue;
    const path = readPath(entry);
    if (path !== undefined) return [path];
  }
  return [];
}

/** Reads paths from the attachment of plan mode. The agent's own text about it does not count. */
function readPlanModePaths({ type, attachment }: Entry): string[] {
  const { type: what, planFilePath, isSubAgent } = attachment ?? {};
  const isOurs = type === "attachment" && what === "plan_mode" && isSubAgent !== true;
  return isOurs && typeof planFilePath === "string" ? [planFilePath] : [];
}

function readToolPaths(entry: Entry): string[] {
  const content = entry.message?.content;
  if (entry.type !== "assistant" || !Array.isArray(content)) return [];
  return content.flatMap((block) => {
    const isFileTool = block?.type === "tool_use" && /^(?:Write|Edit|Read)$/.test(block.name);
    const path = block?.input?.file_path;
    return isFileTool && typeof path === "string" ? [path] : [];
  });
}

/** Checks whether a path exists, and is a plan of this project or of the home folder. */
function isPlan(path: string, { project, claudeFolder }: DiscoveryInput): boolean {
  if (!isUsable(path)) return false;
  const isOurs = isReallyBelow(path, project) &&
    path.includes("/.claude/plans/");
  return isOurs || isReallyBelow(path, join(claudeFolder, "plans"));
}

/** Checks whether a plan still exists. */
function isUsable(path: string): boolean {
  return isAbsolute(path) && /\.md$/i.test(path) && statOf(path)?.kind === "file";
}
