/**
 * Updates the prompt lines of the last scan for the turn that ends: the files that the agent edited are
 * read again, so that the next prompt has the new findings and not the fixed ones. As in the scan, only
 * files that git tracks count.
 */
import { attempt } from "../../error.ts";
import { findTracked } from "../../ideas/tree/git_index.ts";
import type { LastScan } from "../../ideas/tree/last_scan.ts";
import { bytesOf } from "../../store/files/text_file.ts";
import type { Places } from "../../store/places.ts";
import { join } from "../../system/path.ts";
import { type ConstraintFinding, isFinding, promptLinesOf } from "./finding.ts";
import { readSeen } from "./last_findings.ts";
import { scanRulesOf, scanText } from "./scan_text.ts";

/** Limits; the scan reads the other files, and larger ones. */
const MOST_FILES = 20;
const LARGEST_FILE_BYTES = 256 * 1024;

interface Edited {
  readonly places: Places;
  readonly project: string;
  readonly home: string | null;
  /** The setting `rigid_paths`. */
  readonly folders: readonly string[];
  /** Absolute paths in the project. */
  readonly files: readonly string[];
}

/** Makes the function that updates the lines of the last scan; it never throws. */
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
  const isAgain = ({ file }: ConstraintFinding) => paths.includes(file);
  const tracked = found.length === 0 ? [] : findTracked(project, paths);
  const present = found.filter(({ file }) => tracked.includes(file));
  if (present.length === 0 && !before.some(isAgain)) return scan.forbids;
  const seen = readSeen(places, project);
  return promptLinesOf([...before.filter((finding) => !isAgain(finding)), ...present]
    .filter(({ id }) => !Object.hasOwn(seen, id)));
}

/** Reads a regular text file; null for a link, and for a binary, large or missing file. */
function readText(path: string): string | null {
  if (attempt(() => Deno.lstatSync(path))?.isFile !== true) return null;
  const bytes = bytesOf(path, LARGEST_FILE_BYTES);
  return bytes === null || bytes.includes(0) ? null : new TextDecoder().decode(bytes);
}
