/** `ralph adapters`: shows which adapter reads this project's metrics, and its verdict. */
import { defineCommand, defineTopCommand, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { explain } from "./explain.ts";
import { test } from "./rehearse.ts";
import { detectAdapters, type DetectedAdapter, listAdapters } from "../../adapters/registry.ts";
import { showText } from "../../text/show_text.ts";
import { adapterContext, adapterFields } from "./find.ts";

const list = defineCommand({
  name: "list",
  summary: "List all adapters, and say which applies to this project",
  options: [JSON_OPTION],
  run: async (context) => {
    const here = adapterContext(context);
    const detected = await detectAdapters(listAdapters(here), true);
    const chosen = detected.find(({ detection }) => detection.isMatch);
    const value = {
      project: here.project,
      chosen: chosen?.name ?? null,
      adapters: detected.map(adapterFields),
    };
    return show(
      value,
      () => detected.map((each) => renderAdapter(each, each === chosen)).join("\n"),
    );
  },
});

function renderAdapter(
  { name, kind, file, detection, skipped }: DetectedAdapter,
  isChosen: boolean,
) {
  const what = kind === "alpha-forge" || kind === "universal" ? "built in" : kind;
  const verdict = skipped !== null
    ? `skipped: ${skipped}`
    : detection.isMatch
    ? isChosen ? "applies to this project" : "matches too, but another adapter comes first"
    : "does not match";
  const head = `${isChosen ? "*" : " "} ${name} (${file === null ? what : `${what}, ${file}`})`;
  const evidence = detection.evidence.map((line) => `      ${showText(line, 300)}`);
  return [`${head}: ${showText(verdict, 300)}`, ...evidence].join("\n");
}

export const command = defineTopCommand({
  description: "An adapter recognizes a project, reads what its runs measured, and says whether " +
    "going on is worth it: 0 is no opinion, 0.5 suggests the end of a loop that is complete, 1 " +
    "ends it. Your own are programs in .claude/ralph-adapters/ that speak JSON.",
  examples: [
    ["ralph adapters", "All adapters, and the one that applies"],
    ["ralph adapters explain alpha-forge", "Its rules, line by line"],
    ["ralph adapters test mine --dry-run", "What would be sent to a program of yours"],
  ],
  subcommands: [list, explain, test],
  defaultSubcommand: "list",
});
