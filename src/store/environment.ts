/**
 * The environment that the process was started with, read once and passed down.
 *
 * Nothing else in the program reads the environment, so tests need no global state.
 */
import { attempt } from "../error.ts";
import { isAbsolute } from "../system/path.ts";
import type { Place } from "../text/command_name.ts";

/** The part of the environment that the program looks at. */
export interface Environment {
  /** The user's home; null if `HOME` is missing, empty or relative. */
  readonly home: string | null;
  /** `CLAUDE_CONFIG_DIR`: where `~/.claude` was moved to. */
  readonly claudeConfigDir: string | null;
  /** `RALPH_HOME`: where `~/.claude/ralph` was moved to. */
  readonly ralphHome: string | null;
  /** `CLAUDE_PROJECT_DIR`: set in hooks only. */
  readonly claudeProjectDir: string | null;
  /** `CLAUDE_CODE_SESSION_ID`: the session that this process runs in. */
  readonly sessionId: string | null;
  /** False only with `CLAUDE_CODE_SESSION_ATTENDED=0` (`-p`). */
  readonly isAttended: boolean;
  /** `CLAUDE_PID`: the client's process. */
  readonly claudePid: number | null;
  /** True if `RALPH_INSIDE_RUN` is set: this agent works for `ralph run`. */
  readonly isInsideRun: boolean;
  /** `CLAUDE_CODE_STOP_HOOK_BLOCK_CAP`; null if unset or not a number. */
  readonly blockCap: number | null;
  readonly cwd: string;
  /** Where people read what this process prints. */
  readonly place: Place;
  /** `NO_COLOR` set to anything. */
  readonly hasNoColor: boolean;
  /** Problems with the variables above, one sentence each, without their values. */
  readonly problems: readonly string[];
  /** Any variable by name; undefined if unset or not text. Settings are looked up with it. */
  readonly variable: (name: string) => string | undefined;
}

/** The variable that the client sets in a plugin's hooks, but not in its commands. */
export const PLUGIN_VARIABLE = "CLAUDE_PLUGIN_ROOT";

/** Replaces a working directory without a readable name. No process can create this path. */
export const NO_FOLDER = "/dev/null/no-folder";

/** Reads the environment of this process; never throws, not even in a deleted working directory. */
export function readEnvironment(): Environment {
  return environmentOf(variableOfProcess, workingDirectory());
}

/** Reads an environment from any source of variables. */
export function environmentOf(
  variable: (name: string) => string | undefined,
  cwd: string,
): Environment {
  const problems: string[] = [];
  const text = (name: string): string | null => variable(name) || null;
  const folder = (name: string): string | null => {
    const path = text(name);
    if (path === null || isAbsolute(path)) return path;
    problems.push(`${name} is not an absolute path and is not used`);
    return null;
  };
  return {
    home: folder("HOME"),
    claudeConfigDir: folder("CLAUDE_CONFIG_DIR"),
    ralphHome: folder("RALPH_HOME"),
    claudeProjectDir: folder("CLAUDE_PROJECT_DIR"),
    sessionId: text("CLAUDE_CODE_SESSION_ID"),
    isAttended: variable("CLAUDE_CODE_SESSION_ATTENDED") !== "0",
    claudePid: countOf(text("CLAUDE_PID")),
    isInsideRun: text("RALPH_INSIDE_RUN") !== null,
    blockCap: countOf(text("CLAUDE_CODE_STOP_HOOK_BLOCK_CAP")),
    cwd,
    place: text(PLUGIN_VARIABLE) !== null
      ? "plugin"
      : text("CLAUDE_CODE_SESSION_ID") !== null || text("CLAUDE_PROJECT_DIR") !== null
      ? "session"
      : "terminal",
    hasNoColor: text("NO_COLOR") !== null,
    problems,
    variable,
  };
}

function countOf(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function variableOfProcess(name: string): string | undefined {
  // A value that is not text counts as unset, as does a variable that this process may not read.
  return attempt(() => Deno.env.get(name)) ?? undefined;
}

function workingDirectory(): string {
  // The folder's name may not be text, or the folder was deleted.
  return attempt(() => Deno.cwd()) ?? NO_FOLDER;
}
