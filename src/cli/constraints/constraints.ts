/** `ralph constraints`: lists what in the project may constrain a loop. */
import { defineCommand, defineTopCommand, flag, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { ack, unack } from "./ack.ts";
import { isAtLeast, SEVERITIES } from "../../guidance/constraints/finding.ts";
import type { ScannedFinding } from "../../guidance/constraints/scan.ts";
import { UsageError } from "../../error.ts";
import { renderNdjson, renderSarif, scanDocument } from "./json.ts";
import { renderFindings } from "./text.ts";
import { scanHere } from "./scan_here.ts";

const list = defineCommand({
  name: "show",
  summary: "Scan the project and show what is found",
  options: [
    {
      name: "severity",
      alias: "s",
      type: "string",
      choices: SEVERITIES,
      help: "Show only findings of at least this severity",
    },
    flag("changed", "Show only what the last scan did not find"),
    flag("all", "Show acknowledged findings too", { alias: "a" }),
    JSON_OPTION,
    flag("ndjson", "Print a line of JSON for the scan and each finding"),
    flag("sarif", "Print SARIF 2.1.0, for code scanning"),
  ],
  run: async (context, { options }) => {
    if ([options.json, options.ndjson, options.sarif].filter(Boolean).length > 1) {
      throw new UsageError("Wanted one of --json, --ndjson and --sarif", {
        hint: "Ask once for each.",
      });
    }
    const { project, scan } = await scanHere(context);
    const isWanted = (finding: ScannedFinding) =>
      isAtLeast(finding.severity, options.severity ?? "low") &&
      (options.all || !finding.acknowledged) && (!options.changed || finding.isNew);
    // Busywork is possible in every project, so it is not a finding about this one.
    const constraints = scan.findings.filter(({ category }) => category !== "busywork");
    const shown = { ...scan, findings: constraints.filter(isWanted) };
    if (options.ndjson) {
      return renderNdjson(project, { ...scan, findings: scan.findings.filter(isWanted) });
    }
    if (options.sarif) return renderSarif(shown.findings, context.version.version);
    const notes = scan.problems.map((problem) => `Warning: ${problem}`);
    return show(
      scanDocument(project, shown),
      () => renderFindings(shown, constraints.length),
      { notes },
    );
  },
});

export const command = defineTopCommand({
  description:
    "Looks for hard-coded user paths, fixed folders, hooks of others and generated files in " +
    "everything that git tracks, and lists the rules that CLAUDE.md, AGENTS.md, CODEOWNERS and " +
    "Claude Code's settings contain. In each turn the agent reads what is critical or " +
    "high, except what it reads by itself.",
  examples: [
    ["ralph constraints --severity high", "What is critical or high"],
    ["ralph constraints --sarif", "For code scanning"],
    ["ralph constraints ack hardcoded-3f2a91c0", "Do not show this again"],
  ],
  subcommands: [list, ack, unack],
  defaultSubcommand: "show",
});
