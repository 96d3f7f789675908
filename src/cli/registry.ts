/**
 * The list of commands, in the order of the help. Each is loaded when it is called. Names and summaries
 * are here, so that `ralph --help` loads none of them.
 */
import type { CommandEntry, TopCommand } from "./core/command.ts";

const SUMMARIES = {
  start: "Start a loop in this project, or take over a waiting one",
  stop: "End the loop of this project",
  pause: "Pause a run between two turns, and resume it",
  status: "Show the loop's progress, time left, and why the last one stopped",
  encourage: "Tell the agent what to do, from the next turn on",
  forbid: "Tell the agent what not to do, from the next turn on",
  run: "Work through a plan with a fresh agent process per item, each watched and verified",
  history: "List past and present loops, or show what one of them did",
  explain: "Explain a decision: the facts, and the rule that decided",
  config: "Show and change settings, and show where each comes from",
  hooks: "Install, remove and check the hooks in Claude Code's settings",
  doctor: "Check everything that a loop needs, and fix what is wrong",
  info: "Print what a bug report needs, without secrets",
  update: "Show how ralph was installed, and the command that updates it",
  report: "Write a page that shows what happened in a loop",
  validate: "Validate the current work now, in all rounds or one",
  constraints: "List what in the project may constrain a loop",
  adapters: "Show which adapter applies to this project, and why",
  knowledge: "Show what exploration learned in this project",
  migrate: "Convert settings, hooks and files of the earlier ralph plugin",
  trust: "List and revoke trust in what projects' files run or render",
  notify: "Show and test the notifications about loops",
  statusline: "Show the loop in Claude Code's status line",
  demo: "Play a loop in a temporary folder, in a few seconds, without an account",
  completions: "Print the script that lets your shell complete ralph's commands",
  help: "Show help on ralph, a command or a topic",
  consult: "Ask a loop's adapter for its verdict (called by ralph)",
  scan: "Scan a loop's project for its next turn (called by ralph)",
  complete: "List what may come next on a command line, for the completion scripts",
  hook:
    "Answer one event of Claude Code: JSON on standard input, one JSON document on standard output",
} as const;

/** All commands of the top level. */
export const COMMANDS: readonly CommandEntry[] = [
  entry("start", "everyday", () => import("./start/start.ts")),
  entry("stop", "everyday", () => import("./stop.ts")),
  entry("pause", "everyday", () => import("./pause.ts")),
  entry("status", "everyday", () => import("./status/status.ts")),
  entry("encourage", "everyday", async () => ({ command: (await guidance()).encourage })),
  entry("forbid", "everyday", async () => ({ command: (await guidance()).forbid })),
  entry("run", "everyday", () => import("./run/run.ts")),
  entry("history", "everyday", () => import("./history/history.ts")),
  entry("explain", "everyday", () => import("./explain/explain.ts")),
  entry("config", "everyday", () => import("./config/config.ts")),
  entry("hooks", "everyday", () => import("./hooks/hooks.ts")),
  entry("doctor", "everyday", () => import("./doctor/doctor.ts")),
  entry("report", "more", () => import("./report/command.ts")),
  entry("validate", "more", () => import("./validate.ts")),
  entry("constraints", "more", () => import("./constraints/constraints.ts")),
  entry("adapters", "more", () => import("./adapters/adapters.ts")),
  entry("knowledge", "more", () => import("./knowledge/knowledge.ts")),
  entry("migrate", "more", () => import("./migrate/command.ts")),
  entry("trust", "more", () => import("./trust.ts")),
  entry("notify", "more", () => import("./notify.ts")),
  entry("statusline", "more", async () => ({ command: (await described()).statusline })),
  entry("demo", "more", () => import("./demo/command.ts")),
  entry("info", "more", () => import("./info/info.ts")),
  entry("update", "more", () => import("./update/update.ts")),
  entry("completions", "more", () => import("./completion/completions.ts")),
  entry("help", "more", async () => ({ command: (await described()).help })),
  entry("consult", undefined, () => import("./consult.ts")),
  entry("scan", undefined, () => import("./scan.ts")),
  entry("complete", undefined, async () => ({ command: (await described()).complete })),
  entry("hook", undefined, async () => ({ command: (await described()).hook })),
];

function entry(
  name: keyof typeof SUMMARIES,
  group: CommandEntry["group"],
  load: () => Promise<{ readonly command: TopCommand }>,
): CommandEntry {
  const names = { name, summary: SUMMARIES[name] };
  return {
    ...names,
    group,
    load: async () => ({ command: { ...names, ...(await load()).command } }),
  };
}

function guidance() {
  return import("./guidance/guidance.ts");
}

function described() {
  return import("./described.ts");
}
