/**
 * The table of the options of `ralph run`. The command line and its help, the values that a run reads, and
 * the options that `--resume` keeps derive from it. Durations are in seconds if no unit is given.
 */
import { KNOWN_AGENTS } from "../agents/known_agents.ts";

const AGENTS = KNOWN_AGENTS.map(({ name }) => name);

/** The options in the order of the help. `isKept` means that the next `--resume` keeps the option. */
export const RUN_OPTIONS = [
  {
    name: "agent",
    isKept: true,
    type: "string",
    valueName: "NAME|COMMAND",
    suggested: AGENTS,
    values: "program",
    help: `${AGENTS.join(", ")}, or any command that takes the prompt as its last argument`,
    defaultText: "RALPH_KIRO_CMD, then the first one installed",
  },
  {
    name: "max-iterations",
    isKept: true,
    synonyms: ["max-turns", "turns"],
    type: "integer",
    min: 1,
    help: "Maximum turns",
    defaultText: "10, or twice the open items if that is more",
  },
  {
    name: "parallel",
    isKept: true,
    type: "integer",
    min: 1,
    default: 1,
    help: "Agents at a time, each on an independent item in a git worktree of its own",
  },
  {
    name: "allow-dirty",
    isKept: true,
    type: "boolean",
    help: "With --parallel: keep agents' changes away from files with uncommitted changes",
  },
  {
    name: "shard",
    isKept: true,
    type: "string",
    valueName: "I/N",
    help:
      "Work on this machine's share of the plan, as number I of N, and push it; auto takes both from the engine",
  },
  {
    name: "push",
    isKept: true,
    type: "string",
    valueName: "REMOTE",
    help: "Git remote of --shard and --merge",
    defaultText: "origin",
  },
  {
    name: "merge",
    isKept: true,
    type: "boolean",
    help: "Merge and verify what shards pushed, and tick the plan",
  },
  {
    name: "task-timeout",
    isKept: true,
    type: "duration",
    min: 0,
    default: 1800,
    env: "RALPH_TASK_TIMEOUT",
    help: "Longest time for one turn; 0 disables",
  },
  {
    name: "idle-timeout",
    isKept: true,
    type: "duration",
    min: 0,
    default: 60,
    env: "RALPH_IDLE_TIMEOUT",
    help:
      "Terminate an agent with no output, tool call or CPU use for this long, or with CPU use " +
      "alone for ten times as long; 0 disables",
  },
  {
    name: "heartbeat",
    isKept: true,
    type: "duration",
    min: 0,
    default: 60,
    env: "RALPH_HEARTBEAT_INTERVAL",
    help: "Interval of the heartbeat lines; 0 disables",
  },
  {
    name: "verify",
    type: "list",
    valueName: "COMMAND",
    help: "Check that must pass before the finished plan counts",
  },
  {
    name: "review",
    isKept: true,
    type: "string",
    valueName: "AGENT[:ROUNDS]",
    suggested: AGENTS,
    values: "program",
    help:
      "Agent that reviews each item and the finished plan; its findings go back ROUNDS times (default: 1)",
  },
  {
    name: "prompt",
    isKept: true,
    type: "string",
    valueName: "FILE",
    help: "Text file to add to each prompt",
  },
  {
    name: "resume",
    type: "boolean",
    help: "Resume the last run with its plan, options and counters",
  },
  {
    name: "keep-awake",
    isKept: true,
    type: "boolean",
    help: "Keep the machine awake during the run",
  },
  {
    name: "terminal",
    isKept: true,
    type: "string",
    choices: ["auto", "pty", "pipe"],
    default: "auto",
    help: "Terminal for agents; auto is the first that works",
  },
  {
    name: "sandbox",
    isKept: true,
    type: "string",
    valueName: "MODE|COMMAND",
    suggested: ["auto", "bwrap", "srt", "docker", "none"],
    default: "auto",
    env: "RALPH_SANDBOX",
    help:
      "Isolation of agents: auto (bubblewrap if it is installed), bwrap, srt, docker[:IMAGE], none, or a command with {project} and {command} in it",
  },
  {
    name: "checks-outside",
    isKept: true,
    type: "boolean",
    help: "Run checks outside of the sandbox, for example if they need Docker",
  },
  {
    name: "kill-grace",
    isKept: true,
    type: "duration",
    min: 0,
    default: 5,
    help: "Time from TERM to KILL",
  },
  {
    name: "completion-grace",
    isKept: true,
    type: "duration",
    min: 0,
    default: 15,
    help: "Time from an agent's result to TERM",
  },
  {
    name: "rate-limit-wait",
    isKept: true,
    type: "duration",
    min: 0,
    default: 6 * 3600,
    help:
      "Longest wait for a rate limit or an API error; a longer one ends the run, and --resume continues it",
  },
] as const;

type RunOption = typeof RUN_OPTIONS[number];

type RunValueOf<R> = R extends { readonly type: "boolean" } ? boolean
  : R extends { readonly type: "list" } ? readonly string[]
  : R extends { readonly choices: readonly (infer Choice)[] } ? Choice
  : R extends { readonly default: infer Default } ? Default extends number ? number : string
  : R extends { readonly type: "string" } ? string | undefined
  : number | undefined;

/** The values of the options, by their names on the command line. */
export type RunOptions = { readonly [R in RunOption as R["name"]]: RunValueOf<R> };
