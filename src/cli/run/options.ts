/** The options of `ralph run`. */
import { KNOWN_AGENTS } from "../../runner/agents/known_agents.ts";
import { flag, type OptionSpec } from "../core/command.ts";
import { settingOptions } from "../core/setting_options.ts";

/** The options, whose values are `RunOptions`; durations are in seconds where no unit is given. */
export const RUN_OPTIONS = [
  {
    name: "agent",
    type: "string",
    valueName: "NAME|COMMAND",
    suggested: KNOWN_AGENTS.map(({ name }) => name),
    values: "program",
    help:
      "claude, kiro, codex, gemini, opencode, or any command that takes the prompt as its last word",
    defaultText: "RALPH_KIRO_CMD, then what is installed",
  },
  {
    name: "max-iterations",
    synonyms: ["max-turns"],
    type: "integer",
    min: 1,
    help: "Number of agents after which the run ends",
    defaultText: "10, or twice the open items if that is more",
  },
  {
    name: "parallel",
    type: "integer",
    min: 1,
    default: 1,
    help: "Agents at a time, each on an independent item in a git worktree of its own",
  },
  flag(
    "allow-dirty",
    "With --parallel: keep agents' changes away from files with uncommitted changes",
  ),
  {
    name: "shard",
    type: "string",
    valueName: "I/N",
    help:
      "Work on this machine's share of the plan, as number I of N, and push it; auto takes both from the engine",
  },
  {
    name: "push",
    type: "string",
    valueName: "REMOTE",
    help: "Git remote of --shard and --merge",
    defaultText: "origin",
  },
  flag("merge", "Merge and verify what shards pushed, and tick the plan"),
  flag("clean", "Remove the worktrees that a killed parallel run left, and run nothing"),
  {
    name: "task-timeout",
    type: "duration",
    min: 0,
    default: 1800,
    env: "RALPH_TASK_TIMEOUT",
    help: "Longest time for one agent; 0 disables",
  },
  {
    name: "idle-timeout",
    type: "duration",
    min: 0,
    default: 60,
    env: "RALPH_IDLE_TIMEOUT",
    help: "Terminate an agent with no output, tool call or CPU use for this long; 0 disables",
  },
  {
    name: "heartbeat",
    type: "duration",
    min: 0,
    default: 60,
    env: "RALPH_HEARTBEAT_INTERVAL",
    help: "Interval of the lines that say it is alive; 0 disables",
  },
  {
    name: "verify",
    type: "list",
    valueName: "COMMAND",
    help: "Check that has to pass before the finished plan counts",
  },
  {
    name: "review",
    type: "string",
    valueName: "AGENT[:ROUNDS]",
    suggested: KNOWN_AGENTS.map(({ name }) => name),
    values: "program",
    help:
      "Agent that reviews each item and the finished plan; its findings go back ROUNDS times (default: 1)",
  },
  {
    name: "prompt",
    type: "string",
    valueName: "FILE",
    help: "Text file to add to each prompt",
  },
  flag("resume", "Go on with the last run: its plan, options and counters"),
  flag("dry-run", "Show what would be run, and run nothing"),
  flag("json", "Print everything that happens as JSON lines"),
  flag("trust", "Trust the commands of the plan and the project"),
  flag("keep-awake", "Keep the machine awake meanwhile"),
  {
    name: "terminal",
    type: "string",
    choices: ["auto", "pty", "pipe"],
    default: "auto",
    help: "What agents run in; auto is the first that works",
  },
  {
    name: "sandbox",
    type: "string",
    valueName: "MODE|COMMAND",
    suggested: ["auto", "bwrap", "srt", "docker", "none"],
    default: "auto",
    env: "RALPH_SANDBOX",
    help:
      "What isolates agents: auto (bubblewrap where it is installed), bwrap, srt, docker[:IMAGE], none, or a command with {project} and {command} in it",
  },
  {
    name: "checks-outside",
    type: "boolean",
    help: "Run checks outside of the sandbox, for example where they need Docker",
  },
  ...settingOptions("run"),
  { name: "kill-grace", type: "duration", min: 0, default: 5, help: "Time from TERM to KILL" },
  {
    name: "completion-grace",
    type: "duration",
    min: 0,
    default: 15,
    help: "Time from an agent's result to TERM",
  },
  {
    name: "rate-limit-wait",
    type: "duration",
    min: 0,
    default: 6 * 3600,
    help: "Longest wait for a rate limit; a longer one ends the run, and --resume goes on",
  },
] as const satisfies readonly OptionSpec[];
