/** Chooses the agent: `--agent`, then `RALPH_KIRO_CMD`, then the first known agent that is installed. */
import { basename, join, resolve } from "@std/path";
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
  /** The amounts that its events report; null for the user's own command, whose events show it as it runs. */
  readonly reports: KnownAgent["reports"] | null;
}

/** Returns an agent's name for people. */
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
  /** The value of `--agent`, else of `RALPH_KIRO_CMD`; null for the first known agent on the search path. */
  readonly line: string | null;
  readonly searchPath: string;
  /** The user's home folder, where installers put agents; null if there is no home folder. */
  readonly home: string | null;
  /** Checks whether to look for an agent in one of its folders. */
  readonly isSearched: (folder: string) => boolean;
  readonly cwd: string;
}

/**
 * Chooses the agent and finds its program.
 *
 * @throws {UsageError} If its command line cannot be parsed.
 */
export function chooseAgent(wish: AgentWish): AgentChoice {
  const { line, searchPath, isSearched, cwd } = wish;
  const findOnPath = (program: string) => findProgram(program, searchPath, cwd, isSearched);
  const findInstalled = (program: string) => findWhereInstalled(program, wish);
  const find = (program: string) => {
    const search = findOnPath(program);
    return search.kind === "not-found" ? findInstalled(program) ?? search : search;
  };
  if (line === null) {
    for (const search of [findOnPath, findInstalled]) {
      for (const knownAgent of KNOWN_AGENTS) {
        const found = search(knownAgent.program);
        if (found?.kind === "found") {
          return { kind: "agent", agent: agentOf(knownAgent, found.path) };
        }
      }
    }
    const names = KNOWN_AGENTS.map(({ program }) => program).join(", ");
    return missing(127, `No agent is on PATH or in ~/.local/bin: looked for ${names}`);
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

/**
 * Folders where installers put programs, relative to the home folder. A login shell has them on its search
 * path; cron and other services do not.
 */
const INSTALL_FOLDERS = [
  ".local/bin",
  ".claude/local",
  "bin",
  ".bun/bin",
  ".npm-global/bin",
  ".opencode/bin",
  "/usr/local/bin",
  "/opt/homebrew/bin",
  "/home/linuxbrew/.linuxbrew/bin",
];

/** Finds a program in the folders of installers; null if it is in none of them. */
function findWhereInstalled(
  program: string,
  { searchPath, home, isSearched, cwd }: Omit<AgentWish, "line">,
): ReturnType<typeof findProgram> | null {
  if (home === null || program.includes("/")) return null;
  for (const folder of INSTALL_FOLDERS.map((name) => resolve(home, name))) {
    if (!isSearched(folder)) continue;
    const search = findProgram(join(folder, program), searchPath, cwd);
    if (search.kind !== "not-found") return search;
  }
  return null;
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
