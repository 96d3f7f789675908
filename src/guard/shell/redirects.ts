/**
 * Redirects: where a command's input comes from, and which files its output goes to.
 *
 * @module
 */
import type { Redirection } from "unbash";
import { isWithin, joinPath } from "../_paths.ts";
import type { Shell } from "./shell.ts";
import { expandOne, expandQuoted, expandWord, type Expansion } from "./words/expand.ts";
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
 * Expands redirects and opens them.
 *
 * @param redirects The redirects, expanded; the target of `<<` is the text itself.
 * @param stdin The input of the command without redirects.
 */
export function openRedirects(
  { disk, harm }: Shell,
  redirects: readonly Redirection[],
  context: Expansion,
  stdin: LazyText,
): Opened {
  const { cwd } = context.env;
  const outputs: { operator: string; isOutput: boolean; target: string }[] = [];
  let input = stdin;
  for (const each of redirects) {
    const { operator, descriptor } = each;
    const fd = descriptor?.type === "FileDescriptor" ? descriptor.value : 1;
    if (each.type === "HereDoc") {
      const { parts, text } = each.body;
      const target = parts === undefined ? text : expandQuoted(parts, context);
      input = () => target;
    } else if (each.type === "HereString") {
      const target = each.target === undefined ? "" : `${expandOne(each.target, context)}\n`;
      input = () => target;
    } else {
      for (const target of each.target === undefined ? [] : expandWord(each.target, context)) {
        // `2>&1` opens no file.
        if (operator.endsWith("&") && /^(\d+|-)$/.test(target)) continue;
        const path = joinPath(cwd, target);
        const read = () => disk.text(path, MAX_FILE_BYTES) ?? UNKNOWN;
        if (operator === "<") input = isKnown(path) ? lazily(read) : UNKNOWN_TEXT;
        const isOutput = fd === 1 && operator !== "<>";
        if (operator.includes(">")) outputs.push({ operator, isOutput, target });
      }
    }
  }
  const finish = (out: LazyText) => {
    let left = out;
    for (const { operator, isOutput, target } of outputs) {
      const appends = operator.includes(">>") || operator === "<>";
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
