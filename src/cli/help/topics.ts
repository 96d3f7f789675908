/** The topics of `ralph help`: unchanged pages of the documentation, and the exit codes of all commands. */
import type { Command, CommandEntry } from "../core/command.ts";
import { readableWidth } from "../core/help.ts";
import type { Layout } from "../core/output.ts";
import { renderRows, type TermRow, wrapText } from "../core/text_layout.ts";

/** The topics in the order of the help, each with its subject. */
export const TOPICS: readonly TermRow[] = [
  ["limits", "How long a loop works, what counts as time, and what pauses it"],
  ["completion", "When a task is complete"],
  ["validation", "The review of a task that looks complete"],
  ["guidance", "What you encourage and forbid, and what the project constrains"],
  ["adapters", "Metrics of your own that say whether more work is worthwhile"],
  ["run", "Fresh agents over a plan: watchdogs, checks, results"],
  ["doctor", "What 'ralph doctor' checks, and what --fix promises"],
  ["exit-codes", "What the exit codes of all commands mean"],
  ["configuration", "Where settings come from, and which place wins"],
  ["notifications", "A bell or your own command when something happens"],
  ["sandbox", "What agents can reach, and what is kept from them"],
  ["security", "What ralph promises against hostile folders and users, and what it does not"],
  ["shell", "Shell completion, and how to install it"],
  ["troubleshooting", "What a state means, and what to do"],
];

/** Returns the text of a topic. @returns Null if there is no such topic. */
export async function readTopic(
  name: string,
  commands: readonly CommandEntry[],
  layout: Layout,
): Promise<string | null> {
  if (name === "exit-codes") return await renderExitCodes(commands, layout);
  const { PAGES } = await import("./pages.ts");
  return Object.hasOwn(PAGES, name) ? PAGES[name] ?? null : null;
}

/** The meaning of the codes in every command whose help does not redefine them. */
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
