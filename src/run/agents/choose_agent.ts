/** Chooses the agent: `--agent`, then `RALPH_KIRO_CMD`, then the first known agent on the PATH. */
import { basename } from "@std/path";
import { UsageError } from "../../error.ts";
import { nearestName } from "../../text/nearest_name.ts";
import { findProgram } from "../../system/find_program.ts";
import { splitCommand } from "../../text/split_words.ts";
import { KNOWN_AGENTS, type KnownAgent } from "./known_agents.ts";

/** The agent that a run starts. */
export interface Agent {
  /** The name of a known agent, or of the program. */
  readonly name: string;
  /** Program and arguments; the prompt is added last. */
  readonly command: readonly [string, ...string[]];
  /** What its events report; null for the user's own command, where that shows when it runs. */
  readonly reports: KnownAgent["reports"] | null;
}

/** Names an agent for people. */
export function nameOf(agent: Pick<Agent, "name"> | null): string {
  return agent?.name ?? "no agent";
}

/** The chosen agent, or why it cannot run. */
export type AgentChoice =
  | { readonly kind: "agent"; readonly agent: Agent }
  /** Not executable (126) or not found (127). */
  | {
    readonly kind: "missing";
    readonly exitCode: 126 | 127;
    readonly why: string;
    /** The known agent with the nearest name; null if no name is near. */
    readonly near: string | null;
  };

interface AgentWish {
  /** `--agent`, else `RALPH_KIRO_CMD`; null for the first known agent on the search path. */
  readonly line: string | null;
  readonly searchPath: string;
  /** Whether an agent is looked for in a folder of it. */
  readonly isSearched: (folder: string) => boolean;
  readonly cwd: string;
}

/**
 * Chooses the agent and finds its program.
 *
 * @throws {UsageError} If its command line cannot be parsed.
 */
export function chooseAgent({ line, searchPath, isSearched, cwd }: AgentWish): AgentChoice {
  const find = (program: string) => findProgram(program, searchPath, cwd, isSearched);
  if (line === null) {
    for (const knownAgent of KNOWN_AGENTS) {
      const search = find(knownAgent.program);
      if (search.kind === "found") {
        return { kind: "agent", agent: agentOf(knownAgent, search.path) };
      }
    }
    const names = KNOWN_AGENTS.map(({ program }) => program).join(", ");
    return missing(127, `No agent is on PATH: looked for ${names}`);
  }
  const [program, ...args] = readCommand(line);
  const knownAgent = args.length > 0
    ? undefined
    : KNOWN_AGENTS.find(({ name, program: own }) => [name, own].includes(basename(program)));
  const isPath = program.includes("/");
  const search = find(knownAgent === undefined || isPath ? program : knownAgent.program);
  if (search.kind === "unusable") return missing(126, search.why);
  if (search.kind === "not-found") {
    // Do not suggest a known agent that is not installed.
    const names = KNOWN_AGENTS.flatMap(({ name, program: own }) => [name, own]);
    const near = names.includes(program) ? null : nearestName(program, names);
    const wanted = knownAgent === undefined || isPath ? program : knownAgent.program;
    return missing(127, `There is no program "${wanted}"`, near);
  }
  const { path } = search;
  const own: Agent = { name: basename(program), command: [path, ...args], reports: null };
  return { kind: "agent", agent: knownAgent === undefined ? own : agentOf(knownAgent, path) };
}

function readCommand(line: string): [string, ...string[]] {
  const split = splitCommand(line);
  const [program, ...args] = split.kind === "words" ? split.words : [];
  if (program !== undefined) return [program, ...args];
  const why = split.kind === "bad" ? split.why : "it is empty";
  throw new UsageError(`The agent's command cannot be read: ${why}`, {
    hint: "Quote it for your shell as one word, such as --agent 'my-agent --fast'.",
  });
}

function missing(exitCode: 126 | 127, why: string, near: string | null = null): AgentChoice {
  return { kind: "missing", exitCode, why, near };
}

function agentOf({ name, args, reports }: KnownAgent, path: string): Agent {
  return { name, command: [path, ...args], reports };
}

/** Maximum size of a prompt as an argument, in bytes; Linux allows 128 KiB. */
const LONGEST_ARGUMENT_BYTES = 100 * 1024;

/**
 * Returns the command of one agent process. Its last word is the prompt or, if that is too long, a
 * sentence that names its file.
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
