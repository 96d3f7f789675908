/** The topics that no page of the documentation has: exit codes, and the limits in effect here. */
import type { Command } from "../core/command.ts";
import { renderRows, type Row, wrapText } from "../core/text_layout.ts";
import { COMMANDS } from "../registry.ts";
import type { Layout } from "../core/output.ts";
import { attempt } from "../../error.ts";
import { readSettingsHere } from "../config/layers.ts";
import { renderGroup } from "../config/text.ts";
import type { CommandContext } from "../core/context.ts";

/** What the codes mean in every command, where its help says nothing else. */
const COMMON: readonly Row[] = [
  ["0", "it worked"],
  ["1", "it failed: a file cannot be read or written, or a lock is not free"],
  ["2", "the command line or the configuration is wrong"],
];

/** Renders the exit codes. */
export async function renderExitCodes({ width, style }: Layout): Promise<string> {
  const own: { code: number; row: Row }[] = [];
  const walk = (command: Command, path: string) => {
    for (const [code, meaning] of command.exitCodes ?? []) {
      own.push({ code, row: [String(code), `${path}: ${meaning}`] });
    }
    for (const inner of command.subcommands ?? []) walk(inner, `${path} ${inner.name}`);
  };
  for (const { name, load } of COMMANDS) walk((await load()).command, `ralph ${name}`);
  const rows = own.sort((left, right) => left.code - right.code).map(({ row }) => row);
  return [
    style.bold("Exit codes"),
    [style.bold("All commands"), ...renderRows(COMMON, width)].join("\n"),
    [style.bold("Some commands"), ...renderRows(rows, width)].join("\n"),
    wrapText(
      "A hook always exits with 0, except the one that wakes a session (2). A slash command exits " +
        "with 0, since Claude Code shows any other code with all of its shell code.",
      width,
    ).join("\n"),
  ].join("\n\n");
}

/**
 * Renders the limits that apply here; the user's defaults where no project can be.
 *
 * @returns Empty where not even those can be read.
 */
export function renderLimitsHere(context: CommandContext, layout: Layout): string[] {
  const here = attempt(() => readSettingsHere(context, false));
  const shown = here ?? attempt(() => readSettingsHere(context, true));
  if (shown === null) return [];
  const title = here === null ? "In all projects" : "In effect here";
  return [renderGroup("Limits", title, shown, { ...layout, isAlphaForge: false })];
}
