/** The commands there are, in the order of the help, each loaded when it is called. */
import type { CommandEntry } from "./core/command.ts";
import { SUMMARIES } from "./summaries.ts";

/** All commands of the top level. */
export const COMMANDS: readonly CommandEntry[] = [
  entry("start", "everyday", () => import("./start/start.ts")),
  entry("stop", "everyday", () => import("./stop.ts")),
  entry("status", "everyday", () => import("./status/status.ts")),
  entry("encourage", "everyday", async () => ({ command: (await guidance()).encourage })),
  entry("forbid", "everyday", async () => ({ command: (await guidance()).forbid })),
  entry("run", "everyday", () => import("./run/run.ts")),
  entry("history", "everyday", () => import("./history/history.ts")),
  entry("explain", "everyday", () => import("./explain/explain.ts")),
  entry("config", "everyday", () => import("./config/config.ts")),
  entry("hooks", "everyday", () => import("./hooks/hooks.ts")),
  entry("doctor", "everyday", () => import("./doctor/doctor.ts")),
  entry("replay", "more", () => import("./replay/replay.ts")),
  entry("report", "more", () => import("./report.ts")),
  entry("validate", "more", () => import("./validate.ts")),
  entry("constraints", "more", () => import("./constraints/constraints.ts")),
  entry("adapters", "more", () => import("./adapters/adapters.ts")),
  entry("knowledge", "more", () => import("./knowledge/knowledge.ts")),
  entry("trust", "more", () => import("./trust.ts")),
  entry("notify", "more", () => import("./notify/notify.ts")),
  entry("statusline", "more", async () => ({ command: (await described()).statusline })),
  entry("demo", "more", () => import("./demo.ts")),
  entry("completions", "more", () => import("./completion/completions.ts")),
  entry("help", "more", async () => ({ command: (await described()).help })),
  entry("complete", undefined, () => import("./completion/complete_command.ts")),
  entry("hook", undefined, async () => ({ command: (await described()).hook })),
];

function entry(
  name: keyof typeof SUMMARIES,
  group: CommandEntry["group"],
  load: CommandEntry["load"],
): CommandEntry {
  return { name, summary: SUMMARIES[name], group, load };
}

function guidance() {
  return import("./guidance/guidance.ts");
}

function described() {
  return import("./described.ts");
}
