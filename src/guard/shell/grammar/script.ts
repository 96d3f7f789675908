/**
 * Texts that take bash's whole grammar. This module brings the parser with it: import it lazily.
 *
 * @module
 */
import { parse, type Script } from "unbash";
import type { Runner } from "../flow.ts";
import type { Shell } from "../shell.ts";
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

/**
 * Lists the names of the commands in a text, functions and substitutions included.
 *
 * @returns The names; null where one is only known once the text runs.
 */
export function listCommandNames(text: string): readonly string[] | null {
  // What is in arithmetic and in braces is parsed when it is reached.
  if (/\(\([^)]*[$`(]|\{[^}]*[$`]\(?[^}]*,|`[^`]*`/.test(text)) return null;
  const names: string[] = [];
  const waiting: unknown[] = [parse(text)];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== "object" || node === null) continue;
    const { type, name } = node as Partial<Script> & {
      name?: { parts?: readonly { type: string }[]; value: string };
    };
    if (type as string === "Command" && name !== undefined) {
      if (name.parts?.some((part) => !/^(Literal|.*Quoted)$/.test(part.type))) return null;
      names.push(name.value);
    }
    const keys = new Set([...Object.keys(node), ...COMPUTED]);
    waiting.push(...[...keys].map((key) => (node as Record<string, unknown>)[key]));
  }
  return names;
}
