/**
 * Which agent does the work: `--agent`, then `RALPH_KIRO_CMD`, then what is on the PATH.
 *
 * @module
 */
import { basename } from "../../path/path.ts";
import { UsageError } from "../../error.ts";
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
  /** `--agent`, else `RALPH_KIRO_CMD`; null for the first known agent on the search path. */
  readonly line: string | null;
  readonly searchPath: string;
  readonly cwd: string;
}

/**
 * Chooses the agent.
 *
 * @throws {UsageError} Where its command line cannot be read.
 */
export function chooseAgent({ line, searchPath, cwd }: AgentWish): AgentChoice {
  const find = (program: string) => findProgram(program, searchPath, cwd);
  if (line === null) {
    for (const known of KNOWN_AGENTS) {
      const search = find(known.program);
      if (search.kind === "found") return { kind: "agent", agent: agentOf(known, search.path) };
    }
    const names = KNOWN_AGENTS.map(({ program }) => program).join(", ");
    return missing(127, `No agent is on PATH: looked for ${names}`);
  }
  const [program, ...args] = readCommand(line);
  const known = args.length > 0
    ? undefined
    : KNOWN_AGENTS.find(({ name, program: own }) => [name, own].includes(basename(program)));
  const isPath = /[\\/]/.test(program);
  const search = find(known === undefined || isPath ? program : known.program);
  switch (search.kind) {
    case "found": {
      const { path } = search;
      const own: Agent = { name: basename(program), command: [path, ...args], reports: null };
      return { kind: "agent", agent: known === undefined ? own : agentOf(known, path) };
    }
    case "not-executable":
      return missing(126, `"${search.path}" is not an executable file`);
    case "no-interpreter":
      return missing(126, describeInterpreter(search));
    case "not-found": {
      // A known agent that is not installed is not offered as what was meant.
      const names = KNOWN_AGENTS.flatMap(({ name, program: own }) => [name, own]);
      const near = names.includes(program) ? null : nearestName(program, names);
      return missing(
        127,
        `There is no program "${known === undefined || isPath ? program : known.program}"`,
        near,
      );
    }
  }
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
