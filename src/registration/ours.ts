/**
 * Writes and recognizes the command of our hook entries. Has few imports, since the guard uses it.
 */
import { SLASH_PREFIX } from "../text/command_name.ts";
import { PROJECT_FILES } from "../store/project_files.ts";
import { quoteForShell } from "../text/shell_word.ts";

/** What an entry calls: `ralph hook ACTION`. */
export type HookAction = "stop" | "guard" | "archive" | "session" | "prompt";

interface OurCommand {
  /** The program that it starts: an absolute path, or `ralph` to search the PATH. */
  readonly program: string;
  readonly action: HookAction;
}

/**
 * Tests for a mark of a loop in the session's folder, or above it in the repository; without a mark
 * no program of ours starts. Uses shell built-ins only, and ends for every value of the variable.
 */
const HAS_MARK = 'dir="${CLAUDE_PROJECT_DIR:-/dev/null}"; ' +
  `until [ -e "$dir/.claude/${PROJECT_FILES.marker.name}" ] || ` +
  `[ -e "$dir/.claude/${PROJECT_FILES.state.name}" ]; do ` +
  'if [ -e "$dir/.git" ]; then dir=; break; fi; ' +
  'case "$dir" in */*) dir="${dir%/*}" ;; *) dir=; break ;; esac; done; [ "$dir" ]';

/**
 * Tests whether the home folder has a loop of this session: a command of the agent may have removed
 * both marks. The same path as `activeFile` in `store/places.ts`.
 */
const IS_ACTIVE = '[ -e "${RALPH_HOME:-${CLAUDE_CONFIG_DIR:-$HOME/.claude}/ralph}/active/' +
  '${CLAUDE_CODE_SESSION_ID:--}" ]';

/**
 * Repairs the environment: before any code of ours the runtime fails in a deleted working directory,
 * and with a TMPDIR that is not an absolute path.
 */
const REPAIR =
  '[ "$PWD" ] && [ -e "$PWD/." ] || cd "${CLAUDE_PROJECT_DIR:-/}" 2>/dev/null || cd /; ' +
  'case "${TMPDIR-}" in /*) ;; *) unset TMPDIR ;; esac';

/** What finds a missing program again: the plugin searches the PATH, the settings have a path. */
function remedyOf(program: string): string {
  return program === "ralph" ? "Put ralph on the PATH." : "Run ralph hooks install again.";
}

/** Shown where the program is missing, at the end of a turn: other calls end without an error. */
const MISSING = "The program ralph was not found, so nothing keeps the loop of this project going.";

/** Shown for a slash command where the program is missing. */
const MISSING_FOR_PROMPT = "The program ralph was not found.";

/**
 * The gate of a prompt: a slash command of ours passes without a loop too. `cat` reads in blocks, the
 * shell's own `read` byte by byte.
 */
const promptGate = (program: string) =>
  `${HAS_MARK} || { input=$(cat); ` +
  `case "$input" in *'"prompt":"${SLASH_PREFIX}'*) ;; *) exit 0;; esac; ` +
  `command -v "$ralph" >/dev/null || { echo '${
    JSON.stringify({ decision: "block", reason: `${MISSING_FOR_PROMPT} ${remedyOf(program)}` })
  }'; exit 0; }; ` +
  `printf '%s' "$input" | "$ralph" hook prompt; exit 0; }`;

/**
 * Writes the command of an entry, for a POSIX shell: gate, check, call.
 *
 * @param program An absolute path with any characters, or `ralph` to search the PATH.
 */
export function renderHookCommand(program: string, action: HookAction): string {
  const orElse = action === "stop"
    ? `{ echo '${JSON.stringify({ systemMessage: `${MISSING} ${remedyOf(program)}` })}'; exit 0; }`
    : "exit 0";
  const gate = action === "prompt" ? promptGate(program) : `${HAS_MARK} || ${IS_ACTIVE} || exit 0`;
  return `ralph=${quoteForShell(program)}; ${REPAIR}; ${gate}; ` +
    `command -v "$ralph" >/dev/null || ${orElse}; exec "$ralph" hook ${action}`;
}

/**
 * Reads the parts of a command of ours.
 *
 * Ours is what begins with the assignment of `ralph` and ends with its call, whatever another version
 * wrote between them, and a bare call of a program named `ralph`. A command that does more is not ours.
 *
 * @param command The `command` of a hook entry.
 * @returns Program and action, or null where the command is not ours.
 */
export function readHookCommand(command: string): OurCommand | null {
  const gated =
    /^ralph=((?:'[^']*'|\\'|[\w@%+:,./-])+); .*exec "\$ralph" hook (stop|guard|archive|session|prompt)$/s
      .exec(command);
  if (gated !== null) {
    return { program: unquoteForShell(gated[1] ?? ""), action: gated[2] as HookAction };
  }
  const plain =
    /^(?:"((?:[^"]*\/)?ralph)"|'((?:[^']*\/)?ralph)'|((?:[^\s"';&|<>]*\/)?ralph)) hook (stop|guard|archive|session|prompt)$/
      .exec(command.trim());
  if (plain === null) return null;
  return { program: plain[1] ?? plain[2] ?? plain[3] ?? "", action: plain[4] as HookAction };
}

/**
 * Tells whether a hook entry is ours.
 *
 * @param command The `command` of a hook entry, of whatever type.
 */
export function isOurEntry(command: unknown): command is string {
  return typeof command === "string" && readHookCommand(command) !== null;
}

/** Reads a word that {@linkcode quoteForShell} wrote. */
export function unquoteForShell(word: string): string {
  return word.replaceAll(/'([^']*)'|\\(')/g, (_match, quoted, bare) => quoted ?? bare);
}

/** The scripts that the earlier plugin registered, whatever runs them. */
const PREDECESSOR_SCRIPT =
  /\bralph\/(?:[\w.-]+\/)?hooks\/[\w.-]+|\b(?:loop-until-done|pretooluse-loop-guard)\b/;

/**
 * Tells whether a hook entry belongs to the earlier ralph plugin, a set of scripts that read the
 * same marks, so that both would drive one session.
 *
 * @param command The `command` of a hook entry of the client's settings, of whatever type.
 */
export function isPredecessorEntry(command: unknown): command is string {
  return typeof command === "string" && !isOurEntry(command) && PREDECESSOR_SCRIPT.test(command);
}
