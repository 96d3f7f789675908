/**
 * Git's ignore rules: `.gitignore` files, `info/exclude` and the user's own. Import this module
 * lazily: it loads a library.
 *
 * @module
 */
import createIgnore from "ignore";
import { type IgnoreRules, isIgnored } from "../tree/walk_files.ts";
import type { Repository } from "./git_repository.ts";
import type { LineDisk } from "./_line_disk.ts";
import { joinPath } from "./_paths.ts";

/** Maximum size of an ignore file, in bytes. */
const MAX_RULES_BYTES = 262_144;

/**
 * Makes the test whether git ignores a file.
 *
 * @param homeDir The user's home folder, for the user's own rules.
 * @param extra More patterns, from `git clean -e`; they take precedence.
 * @param seesFiles Whether the ignore files count (`git clean -x` leaves them out).
 * @returns A test for paths from the top.
 */
export function createIgnoreTest(
  disk: LineDisk,
  { top, commonDir }: Repository,
  homeDir: string,
  extra: readonly string[],
  seesFiles: boolean,
): (path: string) => boolean {
  const read = (path: string, base = ""): IgnoreRules => ({
    base,
    ignore: createIgnore().add(disk.text(path, MAX_RULES_BYTES) ?? ""),
  });
  const shared = seesFiles
    ? [joinPath(homeDir, ".config/git/ignore"), joinPath(commonDir, "info/exclude")]
    : [];
  const last = { base: "", ignore: createIgnore().add([...extra]) };
  return (path) => {
    const parts = path.split("/").slice(0, -1);
    const folders = ["", ...parts.map((_part, at) => `${parts.slice(0, at + 1).join("/")}/`)];
    const own = seesFiles
      ? folders.map((folder) => read(joinPath(top, `${folder}.gitignore`), folder))
      : [];
    return isIgnored(path, [...shared.map((each) => read(each)), ...own, last]);
  };
}
