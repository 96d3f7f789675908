/**
 * Commands that may be run. Only this module creates them, from what the user typed or agreed to. Code that
 * runs a command from a project takes one of these instead of a text, so that it cannot run text from an
 * agent, another machine or a file.
 */
import type { Places } from "./places.ts";
import type { ResolvedSettings } from "./settings/resolve.ts";
import type { Settings } from "./settings/settings.ts";
import { hashContent, isTrusted, listUntrusted, needsTrust, type TrustNeed } from "./trust.ts";

// The private member makes the type nominal: no other object is assignable to it.
class CheckedCommand {
  declare private readonly isChecked: true;

  /** Creates one. @param line The command line, as a shell reads it. */
  constructor(readonly line: string) {
    Object.freeze(this);
  }
}

class Program {
  declare private readonly isChecked: true;

  /** Creates one. @param words The program and its arguments, which no shell reads. */
  constructor(readonly words: readonly string[]) {
    Object.freeze(this);
  }
}

/** A command line that the user typed or agreed to. */
export type TrustedCommand = CheckedCommand;

/** A program with arguments that the user agreed to. */
export type TrustedProgram = Program;

/** Command lines with the same use. */
export interface CommandSource {
  /** Their use. */
  readonly kind: TrustNeed["kind"];
  readonly lines: readonly string[];
  /** True if they come from files that another person may have written (`needsTrust`). */
  readonly isForeign: boolean;
}

/** The settings that name commands, by the commands' use. */
export const COMMAND_SETTINGS = {
  verify: "verify",
  setup: "worktree_setup",
  task: "explore_tasks",
  notify: "notify",
} as const;

/** Settings in effect that include the ones that name commands. */
export interface CommandSettings<Kind extends keyof typeof COMMAND_SETTINGS> {
  readonly settings: Pick<Settings, typeof COMMAND_SETTINGS[Kind]>;
  readonly origins: Pick<ResolvedSettings["origins"], typeof COMMAND_SETTINGS[Kind]>;
}

/** Returns the commands of a setting. */
export function commandsOf<Kind extends keyof typeof COMMAND_SETTINGS>(
  kind: Kind,
  { settings, origins }: CommandSettings<Kind>,
): CommandSource {
  const key: typeof COMMAND_SETTINGS[Kind] = COMMAND_SETTINGS[kind];
  return { kind, lines: settings[key], isForeign: needsTrust(origins[key]) };
}

/** Lists the commands that need trust, whether or not they are trusted; each once per use. */
export function listNeeds(...sources: readonly CommandSource[]): TrustNeed[] {
  return sources.flatMap(({ kind, lines, isForeign }) =>
    isForeign ? [...new Set(lines)].map((what) => ({ kind, what, content: what })) : []
  );
}

/** Sorts command lines by whether they may be run, in the given order. */
export async function sortCommands(
  places: Places,
  project: string,
  ...sources: readonly CommandSource[]
) {
  const found = await listUntrusted(places, project, listNeeds(...sources));
  const isRefused = (kind: string, line: string) =>
    found.some(({ need }) => need.kind === kind && need.content === line);
  const trusted = sources.flatMap(({ kind, lines }) =>
    lines.filter((line) => !isRefused(kind, line)).map((line) => new CheckedCommand(line))
  );
  return { trusted, untrusted: found.map(({ need }) => need.content) };
}

/**
 * Judges whether a program may be run.
 *
 * @param need The content to trust: the program's words, and anything else that determines what it runs.
 */
export async function judgeProgram(
  places: Places,
  project: string,
  { need, words }: { readonly need: TrustNeed; readonly words: readonly string[] },
) {
  const hash = await hashContent(need.kind, need.content);
  return { hash, program: isTrusted(places, hash, project) ? new Program(words) : null };
}
