/**
 * The list of commands, in the order of the help. Each is loaded when it is called. Names and summaries
 * are here, so that `ralph --help` loads none of them.
 */
import type { CommandEntry, TopCommand } from "./core/command.ts";

const SUMMARIES = {
  start: "Start a loop in this project, or take over a waiting one",
  stop: "End the loop of this project",
  pause: "Pause a run between two turns, and let it go on",
  status: "Show the loop's progress, time left, and why the last one stopped",
  encourage: "Tell the agent what to do, from the next turn on",
  forbid: "Tell the agent what not to do, from the next turn on",
  run: "Work through a plan with a fresh agent process per item, each watched and verified",
  history: "List past and present loops, or show what one of them did",
  explain: "Explain a decision: what was known, and which rule decided",
  config: "Show and change settings, and say where each comes from",
  hooks: "Install, remove and check the hooks in Claude Code's settings",
  doctor: "Check everything that a loop needs, and fix what is wrong",
  info: "Print what a bug report needs, without secrets",
  update: "Say how this ralph was installed, and the command that updates it",
  report: "Write a page that shows what happened in a loop",
  validate: "Validate now what was built so far, in all rounds or one",
  constraints: "List what in the project may constrain a loop",
  adapters: "Show which adapter applies to this project, and why",
  knowledge: "Show what exploration learned in this project",
  migrate: "Turn what the earlier ralph plugin left into today's form",
  trust: "List and revoke what projects' files may run or render",
  notify: "Show and test where you are notified of what happens in a loop",
  statusline: "Show the loop in Claude Code's status line",
  demo: "Show a loop in a throw-away folder, in a few seconds, without an account",
  completions: "Print the script with which your shell completes ralph's commands",
  help: "Show the help of ralph, of a command or on a topic",
  consult: "Ask a loop's adapter for its opinion (ralph calls it)",
  scan: "Scan a loop's project for its next turn (ralph calls it)",
  complete: "List what may come next on a command line, for the scripts of completions",
  hook: "Answer one event of Claude Code: its JSON on standard input, one JSON document out",
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
