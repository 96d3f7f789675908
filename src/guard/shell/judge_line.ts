/**
 * The judgement of one Bash line, with whatever tables it takes. Import it lazily.
 *
 * @module
 */
import { TooBig } from "../_denial.ts";
import type { GuardContext } from "../context.ts";
import type { PlainLine, readPlain } from "./plain_line.ts";
import { Shell, type Tables } from "./shell.ts";
import { EVERYDAY, isEveryday } from "./verbs/everyday.ts";
import { NO_TEXT } from "./words/text.ts";

/** A line as the fast reader left it. */
export interface ReadLine {
  /** The Bash tool's command. */
  readonly text: string;
  /** What the fast reader made of it; null where it takes the whole grammar. */
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
 * @throws {Denied} Where it would, or may, change what is protected.
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
    // The stack ends where a line is nested beyond reason.
    if (!(error instanceof TooBig) && !(error instanceof RangeError)) throw error;
    // No harm was seen so far, and any plan may be changed by what was not looked at.
    return shell.control.plans();
  }
  return [...shell.harm.plansAtRisk].toSorted();
}

/** Loads the tables that the commands of a line take; a line of everyday commands takes none. */
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
  // Of the words that need git's rules, a script in a file may have any.
  const mayClean = /clean|stash|sh\b|\.\/|\bsource\b/.test(text);
  const ignore = mayClean ? await import("../git_ignore.ts") : undefined;
  return { verbs, ...others, createIgnoreTest: ignore?.createIgnoreTest };
}
