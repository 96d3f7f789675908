/**
 * The commands there are, in the order of the help, each loaded when it is called.
 *
 * @module
 */
import type { CommandEntry } from "./core/command.ts";

/** All commands of the top level. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: "start", group: "everyday", load: () => import("./start/start.ts") },
  { name: "stop", group: "everyday", load: () => import("./stop.ts") },
  { name: "status", group: "everyday", load: () => import("./status/status.ts") },
  {
    name: "encourage",
    group: "everyday",
    load: async () => ({ command: (await import("./guidance/guidance.ts")).encourage }),
  },
  {
    name: "forbid",
    group: "everyday",
    load: async () => ({ command: (await import("./guidance/guidance.ts")).forbid }),
  },
  { name: "run", group: "everyday", load: () => import("./run/run.ts") },
  { name: "config", group: "everyday", load: () => import("./config/config.ts") },
  { name: "hooks", group: "everyday", load: () => import("./hooks/hooks.ts") },
  { name: "validate", group: "more", load: () => import("./validate.ts") },
  { name: "constraints", group: "more", load: () => import("./constraints/constraints.ts") },
  { name: "adapters", group: "more", load: () => import("./adapters/adapters.ts") },
  { name: "knowledge", group: "more", load: () => import("./knowledge/knowledge.ts") },
  { name: "trust", group: "more", load: () => import("./trust.ts") },
  { name: "demo", group: "more", load: () => import("./demo.ts") },
  {
    name: "help",
    group: "more",
    load: async () => ({ command: (await import("./described.ts")).help }),
  },
  { name: "hook", load: async () => ({ command: (await import("./described.ts")).hook }) },
];
