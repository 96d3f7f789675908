/**
 * The commands there are, in the order of the help, each loaded when it is called.
 *
 * @module
 */
import type { CommandEntry } from "./core/command.ts";

/** All commands of the top level. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "start",
    summary: "Start a loop in this project, or take over a waiting one",
    group: "everyday",
    load: async () => (await import("./start/start.ts")).command,
  },
  {
    name: "stop",
    summary: "End the loop of this project",
    group: "everyday",
    load: async () => (await import("./stop.ts")).command,
  },
  {
    name: "status",
    summary: "Show the loop's progress, time left, and why the last one stopped",
    group: "everyday",
    load: async () => (await import("./status/status.ts")).command,
  },
  {
    name: "encourage",
    summary: "Tell the agent what to do, from the next continuation on",
    group: "everyday",
    load: async () => (await import("./guidance/encourage.ts")).command,
  },
  {
    name: "forbid",
    summary: "Tell the agent what not to do, from the next continuation on",
    group: "everyday",
    load: async () => (await import("./guidance/forbid.ts")).command,
  },
  {
    name: "run",
    summary: "Work through a plan with a fresh agent process per item",
    group: "everyday",
    load: async () => (await import("./run/run.ts")).command,
  },
  {
    name: "config",
    summary: "Show and change settings, and say where each comes from",
    group: "everyday",
    load: async () => (await import("./config/config.ts")).command,
  },
  {
    name: "hooks",
    summary: "Install, remove and check the hooks in Claude Code's settings",
    group: "everyday",
    load: async () => (await import("./hooks/hooks.ts")).command,
  },
  {
    name: "validate",
    summary: "Validate now what was built so far",
    group: "more",
    load: async () => (await import("./validate.ts")).command,
  },
  {
    name: "constraints",
    summary: "List what in the project may constrain a loop",
    group: "more",
    load: async () => (await import("./constraints/constraints.ts")).command,
  },
  {
    name: "adapters",
    summary: "Show which adapter applies to this project, and why",
    group: "more",
    load: async () => (await import("./adapters/adapters.ts")).command,
  },
  {
    name: "knowledge",
    summary: "Show what exploration learned in this project",
    group: "more",
    load: async () => (await import("./knowledge/knowledge.ts")).command,
  },
  {
    name: "trust",
    summary: "List and revoke what projects' files may run",
    group: "more",
    load: async () => (await import("./trust.ts")).command,
  },
  {
    name: "demo",
    summary: "Show a loop in a throw-away folder, in a few seconds, without an account",
    group: "more",
    load: async () => (await import("./demo.ts")).command,
  },
  {
    name: "help",
    summary: "Show the help of ralph or of a command",
    group: "more",
    load: async () => (await import("./help_command.ts")).command,
  },
  {
    name: "hook",
    summary: "Answer one event of Claude Code, given as JSON on standard input",
    load: async () => (await import("./hook_command.ts")).command,
  },
];
