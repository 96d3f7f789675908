/**
 * Parses texts that need bash's whole grammar. Import this module lazily: it loads the parser.
 *
 * @module
 */
import { parse, type Word } from "unbash";
import type { Runner } from "../flow.ts";
import type { Shell } from "../shell.ts";
import { isEveryday } from "../verbs/everyday.ts";
import { Walker } from "./walker.ts";
// Shared chunk, as in `verbs/others.ts`.
import "../shell.ts";

/** Properties that the parser computes on access. */
const COMPUTED = "args elements expression index initialize name parts redirects script test value"
  .split(" ");

/** Parses a text as a script; of an invalid text, only the commands before the error. */
export function runScript(shell: Shell, text: string): Runner {
  const { commands } = parse(text);
  return (states, stdin) => new Walker(shell).runList(commands, states, stdin);
}

/** Whether a text is a valid bash script. */
export function isScript(text: string): boolean {
  return parse(text).errors === undefined;
}

/** Whether every command in a text, functions and substitutions included, is an everyday one. */
export function isEverydayScript(text: string): boolean {
  // Arithmetic, braces and backticks are parsed only when they are expanded.
  if (/\(\([^)]*[$`(]|\{[^}]*[$`]\(?[^}]*,|`[^`]*`/.test(text)) return false;
  const waiting: unknown[] = [parse(text)];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== "object" || node === null) continue;
    const { type, name } = node as { readonly type?: string; readonly name?: Word };
    if (type === "Command" && name !== undefined) {
      const isLiteral = name.parts?.every((part) => /^(Literal|.*Quoted)$/.test(part.type)) ?? true;
      if (!isLiteral || !isEveryday(name.value)) return false;
    }
    const keys = new Set([...Object.keys(node), ...COMPUTED]);
    waiting.push(...[...keys].map((key) => (node as Record<string, unknown>)[key]));
  }
  return true;
}
