/**
 * Redirects: where a command's input comes from, and which files its output goes to.
 *
 * @module
 */
import { isWithin, joinPath } from "../_paths.ts";
import type { PlainRedirect } from "./plain_line.ts";
import type { ShellContext } from "./verbs/call.ts";
import { isKnown, lazily, type LazyText, NO_TEXT, UNKNOWN, UNKNOWN_TEXT } from "./words/text.ts";

/** Maximum size of an input file that is read, in bytes. */
const MAX_FILE_BYTES = 65_536;

/** The input of a command after its redirects, and what to do with its output. */
export interface Opened {
  readonly stdin: LazyText;
  /** Judges the files that are written, and returns the output that is not redirected. */
  readonly finish: (out: LazyText) => LazyText;
}

/**
 * Opens redirects.
 *
 * @param redirects The redirects, expanded; the target of `<<` is the text itself.
 * @param cwd The working directory of the command.
 * @param stdin Its input without redirects.
 */
export function openRedirects(
  { disk, harm }: ShellContext,
  redirects: readonly PlainRedirect[],
  cwd: string,
  stdin: LazyText,
): Opened {
  let input = stdin;
  const outputs = redirects.filter(({ operator, target }) => {
    if (operator === "<<") input = () => target;
    if (operator === "<") {
      const path = joinPath(cwd, target);
      input = isKnown(path)
        ? lazily(() => disk.text(path, MAX_FILE_BYTES) ?? UNKNOWN)
        : UNKNOWN_TEXT;
    }
    return operator.includes(">");
  });
  const finish = (out: LazyText) => {
    let left = out;
    for (const { operator, fd, target } of outputs) {
      const appends = operator.includes(">>") || operator === "<>";
      const isOutput = fd === 1 && operator !== "<>";
      const text = isOutput ? lazily(out) : UNKNOWN_TEXT;
      if (isOutput) left = NO_TEXT;
      harm.write(cwd, target, appends ? undefined : text);
      // The text is kept, so that a script that the line writes and runs is judged too.
      const path = joinPath(cwd, target);
      if (isOutput && isKnown(path) && !isWithin(path, "/dev")) {
        disk.writeText(path, text(), appends);
      }
    }
    return left;
  };
  return { stdin: input, finish };
}
