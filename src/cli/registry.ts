/**
 * The commands there are, in the order of the help (design §10), each loaded when it is called.
 *
 * @module
 */
import type { CommandEntry } from "./command.ts";

/** All commands of the top level. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "start",
    summary: "start a loop in this project, or take a waiting one over",
    group: "everyday",
    load: async () => (await import("./start.ts")).command,
  },
  {
    name: "stop",
    summary: "end the loop of this project",
    group: "everyday",
    load: async () => (await import("./stop.ts")).command,
  },
  {
    name: "status",
    summary: "say what the loop does, how long it still may, and why the last one stopped",
    group: "everyday",
    load: async () => (await import("./status.ts")).command,
  },
  {
    name: "encourage",
    summary: "say what the agent should do, from the next continuation on",
    group: "everyday",
    load: async () => (await import("./encourage.ts")).command,
  },
  {
    name: "forbid",
    summary: "say what the agent must not do, from the next continuation on",
    group: "everyday",
    load: async () => (await import("./forbid.ts")).command,
  },
  {
    name: "run",
    summary: "work a plan off with fresh agents, watched and verified",
    group: "everyday",
    load: async () => (await import("./run.ts")).command,
  },
  {
    name: "config",
    summary: "show and change settings, and say where each comes from",
    group: "everyday",
    load: async () => (await import("./config.ts")).command,
  },
  {
    name: "hooks",
    summary: "install, remove and check the hooks in Claude Code's settings",
    group: "everyday",
    load: async () => (await import("./hooks.ts")).command,
  },
  {
    name: "validate",
    summary: "force the validation of what was built so far",
    group: "more",
    load: async () => (await import("./validate.ts")).command,
  },
  {
    name: "constraints",
    summary: "show what in the project may stand in a loop's way",
    group: "more",
    load: async () => (await import("./constraints.ts")).command,
  },
  {
    name: "adapters",
    summary: "show which adapter speaks for this project, and why",
    group: "more",
    load: async () => (await import("./adapters.ts")).command,
  },
  {
    name: "knowledge",
    summary: "show what exploration learned in this project",
    group: "more",
    load: async () => (await import("./knowledge.ts")).command,
  },
  {
    name: "trust",
    summary: "list and revoke what projects' files were allowed to run",
    group: "more",
    load: async () => (await import("./trust.ts")).command,
  },
  {
    name: "demo",
    summary: "show a loop in a throw-away folder: ten seconds, no account, no network",
    group: "more",
    load: async () => (await import("./demo.ts")).command,
  },
  {
    name: "help",
    summary: "show the help of ralph or of a command",
    group: "more",
    load: async () => (await import("./help_command.ts")).command,
  },
  {
    name: "hook",
    summary: "answer one event of Claude Code, given as JSON on standard input",
    load: async () => (await import("./hook_command.ts")).command,
  },
];
