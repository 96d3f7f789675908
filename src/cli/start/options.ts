/**
 * The options of `ralph start`.
 *
 * @module
 */
import type { OptionSpec } from "../core/command.ts";

/** The options. Hours are active hours. */
export const START_OPTIONS = [
  {
    name: "focus",
    alias: "f",
    type: "string",
    valueName: "FILE",
    help: "the file that says what the task is",
  },
  { name: "no-focus", type: "boolean", help: "work without a plan: ralph looks for work itself" },
  { name: "poc", type: "boolean", help: "short limits: 5 to 10 minutes, 10 to 20 iterations" },
  {
    name: "production",
    type: "boolean",
    help: "the default limits: 4 to 9 hours, 50 to 99 iterations",
  },
  { name: "until-done", type: "boolean", help: "end as soon as the task is done: no minimums" },
  {
    name: "eternal",
    type: "boolean",
    help: "never end on success; only limits, blocked and you end it",
  },
  { name: "no-validation", type: "boolean", help: "end without the rounds of validation" },
  { name: "min-hours", type: "hours", min: 0, help: "active hours before success may end it" },
  { name: "max-hours", type: "hours", min: 0, help: "active hours after which it ends" },
  {
    name: "min-iterations",
    type: "integer",
    min: 0,
    help: "continuations before success may end it",
  },
  {
    name: "max-tokens",
    type: "integer",
    min: 1,
    help: "tokens after which it ends, subagents included",
  },
  { name: "max-iterations", type: "integer", min: 1, help: "continuations after which it ends" },
  {
    name: "promise",
    type: "string",
    valueName: "TEXT",
    help: "the agent ends it by <promise>TEXT</promise>",
  },
  {
    name: "verify",
    type: "list",
    valueName: "COMMAND",
    help: "must exit with 0 before success ends it",
  },
  { name: "session", type: "string", valueName: "ID", help: "the session that is to drive it" },
  { name: "resume", type: "boolean", help: "take the waiting loop over, with its counters" },
  { name: "trust", type: "boolean", help: "agree to commands that the project's files ask for" },
  {
    name: "keep-guidance",
    type: "boolean",
    help: "keep what was encouraged and forbidden before",
  },
  { name: "strict", type: "boolean", help: "start nothing where critical constraints are found" },
  { name: "skip-constraint-scan", type: "boolean", help: "do not look for constraints" },
  { name: "yes", alias: "y", type: "boolean", help: "ask nothing: take the file that is found" },
  { name: "dry-run", type: "boolean", help: "show what would be started, and start nothing" },
  { name: "json", type: "boolean", help: "print the result as JSON" },
] as const satisfies readonly OptionSpec[];
