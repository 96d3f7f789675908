/**
 * What a replay has to say beside its table: what could not be read, and which limits were not used. Pure.
 */
import type { Replay } from "../../replay/replay.ts";
import { showCount } from "../../text/human_units.ts";
import { showText } from "../../text/show_text.ts";
import type { Refused } from "./files.ts";
import type { ReplayedFile } from "./table.ts";

/** Lists the remarks, a sentence each. */
export function listRemarks(
  files: readonly ReplayedFile[],
  refused: readonly Refused[],
): string[] {
  return [
    ...files.flatMap(({ path, replay }) =>
      [...listLeftOut(replay), ...listAdapters(replay)]
        .map((what) => `Left out of "${path}": ${what}`)
    ),
    ...describeOtherLimits(files),
    ...refused.map(({ path, why }) => `Cannot replay "${path}": ${why}`),
  ];
}

function listLeftOut({ brokenLines, isCutOff, unreadableSubagents }: Replay): string[] {
  const subagents = showCount(
    unreadableSubagents,
    "subagent's transcript",
    "subagents' transcripts",
  );
  return [
    ...brokenLines === 0 ? [] : [`${showCount(brokenLines, "line")} that cannot be read`],
    ...isCutOff ? ["its last line, which is cut off"] : [],
    ...unreadableSubagents === 0 ? [] : [`${subagents} that cannot be opened`],
  ];
}

/** An adapter's metrics are not in a transcript, and it may end a loop or keep it going. */
function listAdapters({ loops }: Replay): string[] {
  const names = new Set(loops.flatMap(({ adapter }) => adapter === null ? [] : [adapter]));
  return [...names].map((name) => `what the adapter ${showText(name, 60)} would have said`);
}

function describeOtherLimits(files: readonly ReplayedFile[]): string[] {
  const others = files.flatMap(({ replay }) => replay.loops)
    .filter(({ results }) => results[0]?.hasOtherLimits === true).length;
  if (others === 0) return [];
  const were = others === 1 ? "1 loop was" : `${others} loops were`;
  return [`${were} started with other limits than these; --as-recorded uses their own`];
}
