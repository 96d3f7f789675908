/**
 * Recognizes lines that name only paths far from the loop's files, so that they need not be judged:
 * most lines of an agent that change files do.
 *
 * @module
 */
import type { GuardContext } from "../context.ts";
import { LineDisk } from "../_line_disk.ts";
import { isWithin, joinPath } from "../_paths.ts";
import { isHarmlessCommand, writesNothing } from "./harmless.ts";
import type { PlainCommand, PlainWord } from "./plain_line.ts";

/** Programs that change only paths that their words name. */
const CHANGERS: ReadonlySet<string> = new Set(
  "rm rmdir unlink mv cp mkdir touch tee sed sort uniq chmod truncate".split(" "),
);
/** Programs that run a file; what a file does is not foreseen. */
const INTERPRETERS: ReadonlySet<string> = new Set("python python3 node ruby tsx".split(" "));
/** Parts of the names of the loop's files, and of commands that change the loop. */
const TELLING = /claude|ralph|loop|settings/i;
/** An option without a value, or the begin of one with it; `-ox` and `-tx` name a path. */
const OPTION = /^-(-[\w-]*|[a-np-su-zA-Z\d]*|o)(=|$)/;
/** Scripts of sed that write to a file or run a command. */
const SED_WRITES = /(^|[^a-zA-Z])[we]\s/;
/** Folders that a line may change to, and words that it may have. */
const MAX_FOLDERS = 8;
const MAX_WORDS = 200;

/**
 * Whether a line changes only paths far from the loop's files: neither in their folders, nor above
 * them, nor hard links.
 *
 * @param commands The line, read by the fast reader.
 * @param cwd The session's working directory, absolute.
 */
export function isElsewhere(
  text: string,
  commands: readonly PlainCommand[],
  cwd: string,
  context: GuardContext,
): boolean {
  const count = commands.reduce((sum, { words }) => sum + words.length, 0);
  if (TELLING.test(text) || count > MAX_WORDS) return false;
  const disk = new LineDisk(context.disk);
  const { projectDir, claudeDir, ralphHome, homeDir } = context;
  const bases = [joinPath(projectDir, ".claude"), claudeDir, ralphHome]
    .flatMap((base) => [base, disk.resolve(base)]);
  const loops = new Set<string>();
  const folders = [cwd];

  const isFarPath = (path: string) => {
    const resolved = disk.resolve(path);
    const entry = disk.entry(resolved);
    return (entry?.kind !== "file" || entry.linkCount < 2) &&
      bases.every((base) => !isWithin(resolved, base) && !isWithin(base, resolved));
  };
  const isFar = ({ raw, text, isLiteral }: PlainWord) => {
    const [option] = OPTION.exec(text) ?? [];
    if (option === text) return true;
    const path = option === undefined ? text : text.slice(option.length);
    if (path.startsWith("-")) return false;
    const [, name] = /^"?\$(\w+)"?$/.exec(raw) ?? [];
    if (name !== undefined) return loops.has(name);
    const expanded = path.replace(/^~\//, `${homeDir}/`);
    // A pattern names files in its folder.
    const named = isLiteral || expanded !== path && !/[*?[\]{}~$]/.test(expanded)
      ? expanded
      : /^((?:[^*?[\]{}~$]*\/)?)[^/{}~$'"\\]*$/.exec(expanded)?.[1];
    return named !== undefined &&
      folders.every((folder) => isFarPath(joinPath(folder, named)));
  };
  const isFarCommand = (command: PlainCommand) => {
    const [verb, ...operands] = command.words as [PlainWord, ...PlainWord[]];
    if (verb.text === "for") {
      loops.add(operands[0]?.text ?? "");
      return operands.slice(2).every(isFar);
    }
    if (verb.text === "cd") {
      const [folder] = operands;
      if (operands.length !== 1 || !folder?.isLiteral || folder.text.startsWith("-")) return false;
      folders.push(...folders.map((each) => joinPath(each, folder.text)));
      return folders.length <= MAX_FOLDERS;
    }
    // It may give a loop's variable any value.
    if (verb.text === "read") return false;
    if (isHarmlessCommand(command)) return true;
    const isScript = INTERPRETERS.has(verb.text) && !operands[0]?.text.startsWith("-");
    if (!isScript && !CHANGERS.has(verb.text)) return false;
    return !(verb.text === "sed" && SED_WRITES.test(text)) && operands.every(isFar);
  };
  return commands.every((command) =>
    isFarCommand(command) &&
    (writesNothing(command) || command.redirects.every(({ target }) => isFar(target)))
  );
}
