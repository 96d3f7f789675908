/**
 * Redirects: where a command's input comes from, and which files its output goes to.
 *
 * @module
 */
import type { Redirection } from "unbash";
import { isWithin } from "../../_paths.ts";
import { expandOne, expandQuoted, expandWord, type Expansion } from "../words/expand.ts";
import type { ShellContext } from "../verbs/call.ts";
import { isKnown, lazily, type LazyText, NO_TEXT, UNKNOWN, UNKNOWN_TEXT } from "../words/text.ts";

const MAX_FILE_BYTES = 65_536;
const WRITING = new Set([">", ">>", ">|", "&>", "&>>", "<>", ">&"]);

/** Opens the redirects: where stdin comes from, and which files the output goes to. */
export function route(
  shell: ShellContext,
  redirects: readonly Redirection[],
  context: Expansion,
  stdin: LazyText,
): { stdin: LazyText; finish: (out: LazyText) => LazyText } {
  if (redirects.length === 0) return { stdin, finish: (out) => out };
  const cwd = context.env.cwd;
  const targets: { path: string; appends: boolean; isOutput: boolean }[] = [];
  let input = stdin;
  for (const each of redirects) {
    if (each.type === "HereDoc") {
      const { parts, text } = each.body;
      const said = parts === undefined ? text : expandQuoted(parts, context);
      input = () => said;
      continue;
    }
    if (each.target === undefined) continue;
    if (each.type === "HereString") {
      const said = `${expandOne(each.target, context)}\n`;
      input = () => said;
      continue;
    }
    for (const path of expandWord(each.target, context)) {
      if (each.operator === ">&" && /^(\d+|-)$/.test(path)) continue;
      const isSeen = isKnown(path) && isKnown(cwd);
      if (WRITING.has(each.operator)) {
        const fd = each.descriptor?.type === "FileDescriptor" ? each.descriptor.value : 1;
        const appends = each.operator.includes(">>") || each.operator === "<>";
        targets.push({ path, appends, isOutput: fd === 1 && each.operator !== "<>" });
      } else if (each.operator === "<") {
        input = isSeen
          ? lazily(() =>
            shell.disk.text(path.startsWith("/") ? path : `${cwd}/${path}`, MAX_FILE_BYTES) ??
              UNKNOWN
          )
          : UNKNOWN_TEXT;
      }
    }
  }
  const finish = (out: LazyText) => {
    for (const { path, appends, isOutput } of targets) {
      const text = isOutput ? lazily(out) : UNKNOWN_TEXT;
      shell.harm.write(cwd, path, appends ? undefined : text);
      keep(shell, cwd, path, text, appends);
    }
    return targets.some(({ isOutput }) => isOutput) ? NO_TEXT : out;
  };
  return { stdin: input, finish };
}

/** Remembers what the line itself writes, so that a script it makes and runs is judged too. */
function keep(
  shell: ShellContext,
  cwd: string,
  path: string,
  text: LazyText,
  appends: boolean,
): void {
  const whole = path.startsWith("/") ? path : `${cwd}/${path}`;
  if (!isKnown(whole) || text === UNKNOWN_TEXT || isWithin(whole, "/dev")) return;
  shell.disk.writeText(whole, text(), appends);
}
