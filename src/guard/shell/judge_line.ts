/**
 * Judges one Bash line with the tables that it needs. Import this module lazily.
 *
 * @module
 */
import { TooBig } from "../_denial.ts";
import type { GuardContext } from "../context.ts";
import type { PlainLine, readPlain } from "./plain_line.ts";
import { Shell, type Tables } from "./shell.ts";
import { EVERYDAY, isEveryday } from "./verbs/everyday.ts";
import { NO_TEXT } from "./words/text.ts";

/** A line, and what the fast reader made of it. */
export interface ReadLine {
  /** The Bash tool's command. */
  readonly text: string;
  /** The parsed line; null where it needs the whole grammar. */
  readonly plain: PlainLine | null;
  /** The fast reader, for the texts that the line runs. */
  readonly readPlain: typeof readPlain;
}

/**
 * Judges a line.
 *
 * @param line The line, read.
 * @param cwd The session's working directory, absolute.
 * @returns Existing plans that the line would change or remove.
 * @throws {Denied} If it changes, or may change, what is protected.
 */
export async function judgeLine(
  line: ReadLine,
  cwd: string,
  context: GuardContext,
): Promise<readonly string[]> {
  const shell = new Shell(context, { ...await loadTables(line), readPlain: line.readPlain });
  const env = { cwd, vars: new Map(), params: ["bash"], options: new Set<string>() };
  try {
    const { states } = shell.runText(line.text, { env, status: true }, NO_TEXT);
    shell.runTraps(states);
  } catch (error) {
    // A deeply nested line exhausts the stack.
    if (!(error instanceof TooBig) && !(error instanceof RangeError)) throw error;
    // No harm was found so far; the part that was not judged may change any plan.
    return shell.control.plans();
  }
  return [...shell.harm.plansAtRisk].toSorted();
}

/** Loads the tables that the commands of a line need; a line of everyday commands needs none. */
async function loadTables({ text, plain }: ReadLine): Promise<Omit<Tables, "readPlain">> {
  if (!plain?.isLiteral) {
    const script = await import("./grammar/script.ts");
    const isPlain = script.isEverydayScript(text);
    return { ...script, ...isPlain ? { verbs: EVERYDAY } : await loadOthers(text) };
  }
  const rare = plain.statements.flatMap(({ pipelines }) => pipelines.flat())
    .map(({ argv }) => argv).filter(([name = ""]) => !isEveryday(name));
  if (rare.length === 0) return { verbs: EVERYDAY };
  const { mayRunText, ...others } = await loadOthers(text);
  return rare.some(mayRunText) ? { ...others, ...await import("./grammar/script.ts") } : others;
}

async function loadOthers(text: string) {
  const { ALL: verbs, ...others } = await import("./verbs/others.ts");
  // A script in a file may run `git clean` or `git stash` too.
  const mayClean = /clean|stash|sh\b|\.\/|\bsource\b/.test(text);
  const ignore = mayClean ? await import("../git_ignore.ts") : undefined;
  return { verbs, ...others, createIgnoreTest: ignore?.createIgnoreTest };
}
