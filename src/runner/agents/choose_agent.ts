/**
 * Which agent does the work: `--agent`, then `RALPH_KIRO_CMD`, then what is on the PATH.
 *
 * @module
 */
import { basename } from "@std/path";
import { nearestName } from "../../text/nearest_name.ts";
import { describeInterpreter, findProgram } from "../../process/find_program.ts";
import { splitCommand } from "../../text/split_words.ts";
import { KNOWN_AGENTS, type KnownAgent } from "./known_agents.ts";

/** The agent that was chosen. */
export interface Agent {
  /** As people call it: a known name, or the program's own. */
  readonly name: string;
  /** Program and arguments; the prompt is added last. */
  readonly command: readonly [string, ...string[]];
  /** Null for a command of the user's own: what it reports is seen when it runs. */
  readonly reports: KnownAgent["reports"] | null;
}

/** What choosing gave. */
export type AgentChoice =
  | { readonly kind: "agent"; readonly agent: Agent }
  | { readonly kind: "bad-command"; readonly why: string }
  /** Not executable (126) or not found (127). */
  | {
    readonly kind: "missing";
    readonly exitCode: 126 | 127;
    readonly why: string;
    /** The known agent that was probably meant; null for none. */
    readonly near: string | null;
  };

/** What decides. */
export interface AgentWish {
  /** `--agent`; null where it was not given. */
  readonly wanted: string | null;
  /** `RALPH_KIRO_CMD`; null where unset or blank. */
  readonly command: string | null;
  readonly searchPath: string;
  readonly cwd: string;
}

/** Chooses the agent. */
export function chooseAgent(wish: AgentWish): AgentChoice {
  const line = wish.wanted ?? wish.command;
  return line === null ? chooseFromPath(wish) : chooseByLine(line, wish);
}

function chooseByLine(line: string, wish: AgentWish): AgentChoice {
  const split = splitCommand(line);
  if (split.kind === "bad") return { kind: "bad-command", why: split.why };
  const [program, ...args] = split.words;
  if (program === undefined) return { kind: "bad-command", why: "it is empty" };
  const known = args.length > 0
    ? undefined
    : KNOWN_AGENTS.find(({ name, program: own }) => [name, own].includes(basename(program)));
  if (known === undefined) {
    return locate(program, wish, (path) => ({
      name: basename(program),
      command: [path, ...args],
      reports: null,
    }));
  }
  const isPath = /[\\/]/.test(program);
  return locate(isPath ? program : known.program, wish, (path) => agentOf(known, path));
}

function chooseFromPath(wish: AgentWish): AgentChoice {
  for (const known of KNOWN_AGENTS) {
    const found = findProgram(known.program, wish.searchPath, wish.cwd);
    if (found.kind === "found") return { kind: "agent", agent: agentOf(known, found.path) };
  }
  const names = KNOWN_AGENTS.map(({ program }) => program).join(", ");
  return {
    kind: "missing",
    exitCode: 127,
    why: `No agent is on PATH: looked for ${names}`,
    near: null,
  };
}

function locate(program: string, wish: AgentWish, make: (path: string) => Agent): AgentChoice {
  const found = findProgram(program, wish.searchPath, wish.cwd);
  switch (found.kind) {
    case "found":
      return { kind: "agent", agent: make(found.path) };
    case "not-executable":
      return missing(126, `"${found.path}" is not an executable file`);
    case "no-interpreter":
      return missing(126, describeInterpreter(found));
    case "not-found":
      return missing(
        127,
        `There is no program "${program}"`,
        findNear(program),
      );
  }
}

/** The known agent that was probably meant; null where the program is one, and is not installed. */
function findNear(program: string): string | null {
  const names = KNOWN_AGENTS.flatMap(({ name, program: own }) => [name, own]);
  return names.includes(program) ? null : nearestName(program, names);
}

function missing(exitCode: 126 | 127, why: string, near: string | null = null): AgentChoice {
  return { kind: "missing", exitCode, why, near };
}

function agentOf(known: KnownAgent, path: string): Agent {
  return { name: known.name, command: [path, ...known.args], reports: known.reports };
}

/** Linux takes 128 KiB in one argument. */
const LONGEST_ARGUMENT_BYTES = 100 * 1024;

/**
 * Returns the words of the command of one agent process. The prompt is the last word; where it is too
 * long for one, a sentence that names its file.
 *
 * @param agent The agent.
 * @param prompt The prompt.
 * @param promptFile The file with the same prompt.
 */
export function commandFor(
  { command }: Pick<Agent, "command">,
  prompt: string,
  promptFile: string,
): string[] {
  const isLong = new TextEncoder().encode(prompt).length > LONGEST_ARGUMENT_BYTES;
  const word = isLong
    ? `Your task is in the file ${promptFile}. Read all of it now, and do what it says.`
    : prompt;
  return [...command, word];
}
