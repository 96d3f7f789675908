/**
 * Texts that take bash's whole grammar. This module brings the parser with it: import it lazily.
 *
 * @module
 */
import { parse, type Word } from "unbash";
import type { Runner } from "../flow.ts";
import type { Shell } from "../shell.ts";
import { isEveryday } from "../verbs/everyday.ts";
import { Walker } from "./walker.ts";
// As in `verbs/others.ts`.
import "../shell.ts";

/** What the parser works out only when it is asked for. */
const COMPUTED = "args elements expression index initialize name parts redirects script test value"
  .split(" ");

/** Parses a text as a script; of one that is not bash, the shell runs no more than the part that is. */
export function runScript(shell: Shell, text: string): Runner {
  const { commands } = parse(text);
  return (states, stdin) => new Walker(shell).runList(commands, states, stdin);
}

/** Whether bash takes a text for a whole script. */
export function isScript(text: string): boolean {
  return parse(text).errors === undefined;
}

/** Whether every command in a text, functions and substitutions included, is an everyday one. */
export function isEverydayScript(text: string): boolean {
  // What is in arithmetic and in braces is parsed when it is reached.
  if (/\(\([^)]*[$`(]|\{[^}]*[$`]\(?[^}]*,|`[^`]*`/.test(text)) return false;
  const waiting: unknown[] = [parse(text)];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== "object" || node === null) continue;
    const { type, name } = node as { readonly type?: string; readonly name?: Word };
    if (type === "Command" && name !== undefined) {
      const isWritten = name.parts?.every((part) => /^(Literal|.*Quoted)$/.test(part.type)) ?? true;
      if (!isWritten || !isEveryday(name.value)) return false;
    }
    const keys = new Set([...Object.keys(node), ...COMPUTED]);
    waiting.push(...[...keys].map((key) => (node as Record<string, unknown>)[key]));
  }
  return true;
}
