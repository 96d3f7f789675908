/** Finds hard-coded absolute paths of one user's machine, of all systems. Pure. */
import type { Severity } from "./finding.ts";
import { countLines, type FindingDraft } from "./finding.ts";

/** A cheap test to skip most files, which contain no such path. */
const HINT = /[\\/](?:Users|home)[\\/]/;

/**
 * `/home/NAME/`, `/Users/NAME/`, `C:\Users\NAME\` and similar, but not within a longer path or a URL,
 * such as `example.com/home/x/`.
 */
const PATH =
  /(?:(?<=file:\/\/)|(?<![\w.~$*})\]\\/-]))(?:(?:\/mnt)?(?:\/[a-z])?\/Users|(?:\/var|\/usr)?\/home|[A-Za-z]:(?:\\{1,2}|\/)Users)(?:\\{1,2}|\/)([A-Za-z0-9._-]+)(?=[\\/])/g;

/** The characters that end a path. */
const PATH_END = /[\s"'`<>|,;)\]}]/;

/** Placeholder names of documentation, images and build machines. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(
  ("user username user1 user-name user_name you your yourname your-name your_name yourusername me " +
    "myuser name someone somebody example foo bar baz xxx xyz test tester alice bob john jane " +
    "johndoe runner runneradmin ubuntu vscode node linuxbrew shared public default jovyan circleci " +
    "vagrant app appuser gitpod codespace ec2-user dev developer admin ...").split(" "),
);

/** Files whose paths are usually examples. */
const EXAMPLES =
  /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:docs?|tests?|spec|__tests__|fixtures|testdata|examples?)\//i;

/** Minimum length in characters: a shorter home would match every path. */
const SHORTEST_HOME = 4;

/** The superuser's home is the same on every machine. */
const ROOT_HOME = "/root";

/** Maximum number of findings in one file: generated and minified files may have many. */
const MAX_IN_A_FILE = 50;

/**
 * Finds absolute paths of users' homes in a file.
 *
 * @param home The current user's home; null if it is unknown.
 * @returns A draft for each path: critical for the current user's home, high for another's, medium in
 * examples, low for a placeholder name.
 */
export function findUserPaths(file: string, text: string, home: string | null): FindingDraft[] {
  const own = ownHome(home);
  const isOwnThere = own !== null && text.includes(own);
  if (!isOwnThere && !HINT.test(text)) return [];
  const severities = new Map<number, Severity>();
  if (isOwnThere) {
    const severity = own === ROOT_HOME ? "medium" : "critical";
    const places = text.matchAll(new RegExp(`(?<![\\w.-])${RegExp.escape(own)}(?![\\w.-])`, "g"));
    for (const { index } of places) severities.set(index, severity);
  }
  for (const { 1: name = "", index } of text.matchAll(PATH)) {
    if (severities.has(index)) continue;
    const isAnybody = PLACEHOLDERS.has(name.toLowerCase());
    severities.set(index, isAnybody ? "low" : EXAMPLES.test(file) ? "medium" : "high");
  }
  const lineOf = countLines(text);
  return [...severities].sort(([left], [right]) => left - right).slice(0, MAX_IN_A_FILE)
    .map(([at, severity]) => draftOf(file, lineOf(at), pathAt(text, at), severity));
}

function draftOf(file: string, line: number, path: string, severity: Severity): FindingDraft {
  const what = severity === "critical"
    ? "Current user's home path"
    : path.startsWith("/home") || path.includes("/home/")
    ? "Absolute home path"
    : "Absolute user path";
  return {
    category: "hardcoded_path",
    severity,
    file,
    line,
    text: path,
    description: `${what} in ${file}:${line}`,
  };
}

function pathAt(text: string, at: number): string {
  const piece = text.slice(at, at + 200);
  const end = PATH_END.exec(piece)?.index ?? piece.length;
  return piece.slice(0, end);
}

/** Returns the home to search for; null if it is unknown or too short. */
function ownHome(home: string | null): string | null {
  return home === null || home.length < SHORTEST_HOME ? null : home.replace(/\/+$/, "");
}
