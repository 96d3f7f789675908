/**
 * `git` commands that set tracked files back, take them away or move them.
 *
 * @module
 */
import { denyFile } from "../../_denial.ts";
import { joinPath } from "../../_paths.ts";
import { type GitCall, isMeant, readOurs } from "./git_files.ts";
import { absolute } from "./call.ts";
import { hasFlag, type Options, readOptions } from "./options.ts";
import { isKnown } from "../words/text.ts";

/** `checkout`, `restore`, `switch`: only tracked files, and only where the command overwrites them. */
export function restore(git: GitCall): void {
  const options = readOptions(git.args, {
    short: "bBsScC",
    long: ["source", "orphan", "create", "force-create", "conflict", "pathspec-from-file"],
  });
  const isForced = hasFlag(options, "f", "force", "discard-changes");
  if (git.sub === "restore") {
    // With --staged alone the files stay as they are.
    const isStagedOnly = hasFlag(options, "staged", "S") && !hasFlag(options, "worktree", "W");
    if (!isStagedOnly) touchTracked(git, options.operands);
    return;
  }
  if (isForced) touchTracked(git, []);
  if (git.sub === "switch") return;
  const dashes = git.args.indexOf("--");
  const specs = dashes >= 0 ? git.args.slice(dashes + 1) : readSpecs(git, options);
  if (specs.length > 0) {
    touchTracked(git, specs, dashes > 0 || options.operands.length > specs.length);
  }
}

/** Without `--` an operand is a path if it stands there; the first may be a commit. */
function readSpecs(git: GitCall, options: Options): readonly string[] {
  if (hasFlag(options, "b", "B", "orphan")) return [];
  const { disk } = git.call.shell;
  return options.operands.filter((spec, index) =>
    index > 0 || !isKnown(spec) || /^[.:]/.test(spec) ||
    isKnown(git.cwd) && disk.exists(disk.resolve(joinPath(git.cwd, spec)))
  );
}

/**
 * Tracked files of control are set back to what git holds.
 *
 * @param isOtherState Whether that may differ from the index, so that unchanged files change too.
 */
export function touchTracked(git: GitCall, specs: readonly string[], isOtherState = false): void {
  const found = readOurs(git);
  if (found === undefined) return;
  const { repository, paths } = found;
  for (const [name, path] of paths) {
    const tracked = repository.tracked?.get(name);
    if (tracked === undefined || !isMeant(git, specs, path, repository.top)) continue;
    const entry = git.call.shell.disk.entry(path);
    const isSame = entry !== undefined && entry.size === tracked.size &&
      Math.floor(entry.mtimeMs / 1000) === tracked.mtimeSeconds;
    if (!isSame || isOtherState) git.call.shell.harm.write("/", path, undefined, "reset");
  }
}

/** `git rm` and `git mv`: only what git tracks can go. */
export function moveTracked(git: GitCall): void {
  const options = readOptions(git.args, {});
  if (hasFlag(options, "cached", "n", "dry-run")) return;
  const found = readOurs(git);
  const { harm, disk } = git.call.shell;
  const sources = git.sub === "mv" ? options.operands.slice(0, -1) : options.operands;
  for (const [name, path] of found?.paths ?? []) {
    const isTracked = found?.repository.tracked?.has(name) === true;
    // `git mv folder` moves everything in it, tracked or not.
    if (git.sub === "rm" && !isTracked) continue;
    if (isMeant(git, sources.length > 0 ? sources : ["/"], path, found?.repository.top ?? "/")) {
      harm.remove("/", path, false, git.sub === "mv" ? "move" : "remove");
    }
  }
  const target = options.operands.at(-1);
  if (git.sub !== "mv" || target === undefined || options.operands.length < 2) return;
  const whole = absolute({ ...git.call, cwd: git.cwd }, target);
  const isFolder = isKnown(whole) && disk.isFolder(whole);
  for (const source of sources) {
    const name = source.replace(/\/+$/, "").split("/").at(-1) ?? "";
    harm.replace(git.cwd, isFolder ? `${target}/${name}` : target);
  }
  const label = sources.map((source) => harm.touches(git.cwd, source, true)).find((each) => each);
  if (label !== undefined) throw denyFile(label, "move");
}
