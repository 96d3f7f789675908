/**
 * What the last scan forbids, brought up to the turn that ends: the files that the agent edited in it are
 * read again, so that a new finding is in the next prompt and a mended one is not. Only files that git
 * tracks, as in the scan; which these are, its index says without a process.
 */
import { attempt } from "../../error.ts";
import type { LastScan } from "../../ideas/tree/last_scan.ts";
import { bytesOf } from "../../store/files/text_file.ts";
import { findGitFolders } from "../../store/git_exclude.ts";
import type { Places } from "../../store/places.ts";
import { findGitTop } from "../../store/project.ts";
import { join } from "../../system/path.ts";
import { type ConstraintFinding, isFinding, promptLinesOf } from "./finding.ts";
import { readSeen } from "./last_findings.ts";
import { scanRulesOf, scanText } from "./scan_text.ts";

/** More files, and larger ones, are left to the scan. */
const MOST_FILES = 20;
const LARGEST_FILE_BYTES = 256 * 1024;
/** Some 30,000 files. */
const LARGEST_INDEX_BYTES = 4 * 1024 * 1024;
/** The lower bits of an index entry's flags: the length of its name. */
const NAME_LENGTH = 0xfff;

interface Edited {
  readonly places: Places;
  readonly project: string;
  readonly home: string | null;
  /** The setting `rigid_paths`. */
  readonly folders: readonly string[];
  /** Absolute paths in the project. */
  readonly files: readonly string[];
}

/** Makes the function that brings the lines of the last scan up to now; it never throws. */
export function refreshForbids(edited: Edited): (scan: LastScan) => readonly string[] {
  return (scan) => attempt(() => refresh(edited, scan)) ?? scan.forbids;
}

function refresh(
  { places, project, home, folders, files }: Edited,
  scan: LastScan,
): readonly string[] {
  if (scan.findings === null) return scan.forbids;
  const paths = [...new Set(files)].slice(0, MOST_FILES).map((path) =>
    path.slice(project.length + 1)
  );
  const rules = scanRulesOf(home, folders);
  const texts = paths.map((path) => [path, readText(join(project, path))] as const);
  const found = texts.flatMap(([path, text]) => text === null ? [] : scanText(path, text, rules));
  const before = scan.findings.filter(isFinding);
  const isAgain = ({ category, file }: ConstraintFinding) =>
    FROM_TEXT.includes(category) && file !== null && paths.includes(file);
  const present = listTracked(project, found);
  if (present.length === 0 && !before.some(isAgain)) return scan.forbids;
  const seen = readSeen(places, project);
  return promptLinesOf([...before.filter((finding) => !isAgain(finding)), ...present]
    .filter(({ id }) => !Object.hasOwn(seen, id)));
}

/** The categories of findings that a file's text alone shows. */
const FROM_TEXT: readonly string[] = ["hardcoded_path", "rigid_structure", "generated_file"];

/** Reads a regular file; null for a link, a binary file, a large one, and none. */
function readText(path: string): string | null {
  if (attempt(() => Deno.lstatSync(path))?.isFile !== true) return null;
  const bytes = bytesOf(path, LARGEST_FILE_BYTES);
  return bytes === null || bytes.includes(0) ? null : new TextDecoder().decode(bytes);
}

/** The findings in files that git tracks; none where its index cannot be read so. */
function listTracked(project: string, found: ConstraintFinding[]): ConstraintFinding[] {
  if (found.length === 0) return found;
  const top = findGitTop(project);
  const folders = top === null ? null : findGitFolders(project);
  const index = folders && bytesOf(join(folders.own, "index"), LARGEST_INDEX_BYTES);
  if (top === null || !index) return [];
  // One character for each byte.
  const entries = new TextDecoder("latin1").decode(index);
  const isTracked = new Map<string, boolean>();
  return found.filter(({ file }) => {
    const path = join(project, file ?? "").slice(top.length + 1);
    const known = isTracked.get(path) ?? hasEntry(index, entries, path);
    isTracked.set(path, known);
    return known;
  });
}

/** Whether an index has an entry, in the versions that write names in full. */
function hasEntry(index: Uint8Array, entries: string, path: string): boolean {
  const bytes = new TextEncoder().encode(path);
  const name = `${new TextDecoder("latin1").decode(bytes)}\0`;
  for (let at = entries.indexOf(name); at >= 2; at = entries.indexOf(name, at + 1)) {
    const flags = index[at - 2]! << 8 | index[at - 1]!;
    if ((flags & NAME_LENGTH) === Math.min(bytes.length, NAME_LENGTH)) return true;
  }
  return false;
}
