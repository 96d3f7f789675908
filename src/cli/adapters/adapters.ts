/** `ralph adapters`: which adapter reads this project's metrics. */
import { detectAdapters, type DetectedAdapter, listAdapters } from "../../adapters/registry.ts";
import { showText } from "../../text/show_text.ts";
import { defineTopCommand, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { locate } from "../core/locate.ts";

export const command = defineTopCommand({
  description:
    "An adapter recognizes a project, reads the metrics of its runs, and says whether more " +
    "work is worthwhile: 0 means no opinion, 0.5 suggests ending a loop that is complete, 1 " +
    "ends it. Your own adapters are programs in .claude/ralph-adapters/ that read and write " +
    "JSON.",
  options: [JSON_OPTION],
  examples: [["ralph adapters", "All adapters, and the one that applies"]],
  run: async (context) => {
    const here = { ...locate(context), nowMs: context.nowMs() };
    const detected = await detectAdapters(listAdapters(here), true);
    const chosen = detected.find(({ detection }) => detection.isMatch);
    return show(
      {
        project: here.project,
        chosen: chosen?.name ?? null,
        adapters: detected.map(toJson),
      },
      () => detected.map((each) => renderAdapter(each, each === chosen)).join("\n"),
    );
  },
});

function toJson({ name, kind, file, detection, skipped }: DetectedAdapter) {
  const { isMatch, evidence } = detection;
  return { name, kind, file, is_match: isMatch, evidence, skipped };
}

function renderAdapter(
  { name, kind, file, detection, skipped }: DetectedAdapter,
  isChosen: boolean,
) {
  const origin = kind === "external" ? kind : "built in";
  const verdict = skipped !== null
    ? `skipped: ${skipped}`
    : detection.isMatch
    ? isChosen ? "applies to this project" : "matches too, but another adapter comes first"
    : "does not match";
  const head = `${isChosen ? "*" : " "} ${name} (${file === null ? origin : `${origin}, ${file}`})`;
  const evidence = detection.evidence.map((line) => `      ${showText(line, 300)}`);
  return [`${head}: ${showText(verdict, 300)}`, ...evidence].join("\n");
}
