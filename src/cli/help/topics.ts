/** The topics of `ralph help`: pages of the documentation as they are, and the exit codes of all commands. */
import type { Command, CommandEntry } from "../core/command.ts";
import { readableWidth } from "../core/help.ts";
import type { Layout } from "../core/output.ts";
import { renderRows, type TermRow, wrapText } from "../core/text_layout.ts";

interface Topic {
  readonly name: string;
  readonly summary: string;
  /** Loads the page; null for the topic that is made from the commands. */
  readonly load: (() => Promise<{ readonly default: string }>) | null;
}

/** The topics in the order of the help. */
export const TOPICS: readonly Topic[] = [
  {
    name: "limits",
    summary: "How long a loop works, what counts as time, and what pauses it",
    load: () => import("../../../docs/limits.md", { with: { type: "text" } }),
  },
  {
    name: "completion",
    summary: "When a task is complete",
    load: () => import("../../../docs/completion.md", { with: { type: "text" } }),
  },
  {
    name: "validation",
    summary: "The review of a task that looks complete",
    load: () => import("../../../docs/validation.md", { with: { type: "text" } }),
  },
  {
    name: "guidance",
    summary: "What you encourage and forbid, and what the project constrains",
    load: () => import("../../../docs/guidance.md", { with: { type: "text" } }),
  },
  {
    name: "adapters",
    summary: "Metrics of your own that say whether going on is worth it",
    load: () => import("../../../docs/adapters.md", { with: { type: "text" } }),
  },
  {
    name: "run",
    summary: "Fresh agents over a plan: watchdogs, checks, results",
    load: () => import("../../../docs/run.md", { with: { type: "text" } }),
  },
  {
    name: "doctor",
    summary: "What 'ralph doctor' checks, and what --fix promises",
    load: () => import("../../../docs/doctor.md", { with: { type: "text" } }),
  },
  { name: "exit-codes", summary: "What the exit codes of all commands mean", load: null },
  {
    name: "configuration",
    summary: "Where settings come from, and which is the strongest",
    load: () => import("../../../docs/configuration.md", { with: { type: "text" } }),
  },
  {
    name: "notifications",
    summary: "The bell or a command of yours, when something happens",
    load: () => import("../../../docs/notifications.md", { with: { type: "text" } }),
  },
  {
    name: "sandbox",
    summary: "Where agents may write, and what else is kept from them",
    load: () => import("../../../docs/sandbox.md", { with: { type: "text" } }),
  },
  {
    name: "security",
    summary: "What is promised against hostile folders and machines, and what is not",
    load: () => import("../../../docs/security.md", { with: { type: "text" } }),
  },
  {
    name: "shell",
    summary: "Completion, and how to install it",
    load: () => import("../../../docs/shell.md", { with: { type: "text" } }),
  },
  {
    name: "troubleshooting",
    summary: "What a state means, and what to do",
    load: () => import("../../../docs/troubleshooting.md", { with: { type: "text" } }),
  },
];

/**
 * Returns the text of a topic.
 *
 * @returns Null where there is no such topic.
 */
export async function readTopic(
  name: string,
  commands: readonly CommandEntry[],
  layout: Layout,
): Promise<string | null> {
  const topic = TOPICS.find((each) => each.name === name);
  if (topic === undefined) return null;
  if (topic.load === null) return await renderExitCodes(commands, layout);
  return (await topic.load()).default;
}

/** What the codes mean in every command, where its help says nothing else. */
const COMMON: readonly TermRow[] = [
  ["0", "it worked"],
  ["1", "it failed: a file cannot be read or written, or a lock is not free"],
  ["2", "the command line or a setting is wrong"],
];

async function renderExitCodes(
  commands: readonly CommandEntry[],
  { width, style }: Layout,
): Promise<string> {
  const columns = readableWidth(width);
  const rows: TermRow[] = [];
  const walk = (command: Command, path: string) => {
    for (const [code, meaning] of command.exitCodes ?? []) {
      rows.push([String(code), `${path}: ${meaning}`]);
    }
    for (const inner of command.subcommands ?? []) walk(inner, `${path} ${inner.name}`);
  };
  for (const { name, load } of commands) walk((await load()).command, `ralph ${name}`);
  rows.sort(([left], [right]) => Number(left) - Number(right));
  return [
    style.bold("Exit codes"),
    [style.bold("All commands"), ...renderRows(COMMON, columns)].join("\n"),
    [style.bold("Some commands"), ...renderRows(rows, columns)].join("\n"),
    wrapText(
      "A hook always exits with 0, except the one that wakes a session (2). A slash command exits " +
        "with 0, since Claude Code shows any other code with all of its shell code.",
      columns,
    ).join("\n"),
  ].join("\n\n");
}
