/** Processes that an ended run, or a check of an ended loop, left behind. */
import { endLeftovers } from "../../process/end_family.ts";
import { readCommandLine } from "../../process/kernel_files.ts";
import { openProcessTable } from "../../process/open_process_table.ts";
import { REAL_CLOCK } from "../../runner/watchdog/clock.ts";
import type { Places } from "../../store/places.ts";
import { listLoops } from "../../store/records/loops.ts";
import { findRunHolder } from "../../store/run_lock.ts";
import { showCount } from "../../text/human_units.ts";
import { showText } from "../../text/show_text.ts";
import { defineCheck, type Finding } from "../check.ts";

interface Leftover {
  readonly pid: number;
  /** Its command line; empty where the system does not show it. */
  readonly command: string;
}

/** More loops than this are not looked for, the oldest left out. */
const MOST_LOOPS = 200;
const MOST_SHOWN = 5;
/** Time from TERM to KILL, in milliseconds. */
const GRACE_MS = 2_000;

/** The check of processes that were left behind. */
export const leftovers = defineCheck<readonly Leftover[], "end">({
  id: "loops.leftovers",
  subject: "processes that loops left behind",
  gather: async ({ places }) => {
    const table = openProcessTable();
    const ids = listDeadIds(places);
    if (ids.length === 0) return [];
    const running = (await table.list()).filter(({ isEnded }) => !isEnded).map(({ pid }) => pid);
    const marked = await table.findMarked(running.filter((pid) => pid !== Deno.pid), ids);
    return [...marked].map((pid) => ({ pid, command: showText(readCommandLine(pid), 120) }));
  },
  judge: judgeLeftovers,
  repair: async ({ places }) => {
    const options = { clock: REAL_CLOCK, graceMs: GRACE_MS };
    const { ended, survivors } = await endLeftovers(listDeadIds(places), options);
    return [
      `Ended ${showCount(ended - survivors.length, "process", "processes")}`,
      ...survivors.map((pid) => `Process ${pid} did not end`),
    ];
  },
});

/** Loops that no runner works on; sessions mark only the checks that a loop runs itself. */
function listDeadIds(places: Places): string[] {
  return listLoops(places, null).slice(0, MOST_LOOPS)
    .filter(({ hasEnded, facts }) =>
      hasEnded || facts.driver === "runner" && findRunHolder(places, facts.project) === null
    )
    .map(({ facts }) => facts.id);
}

function judgeLeftovers(processes: readonly Leftover[]): Finding<"end">[] {
  if (processes.length === 0) {
    const title = "No process of an ended loop is left";
    return [{ id: "loops.leftovers", status: "pass", title }];
  }
  const count = showCount(processes.length, "process", "processes");
  const more = processes.length - MOST_SHOWN;
  return [{
    id: "loops.leftovers",
    status: "warn",
    title: `${count} of ended loops still ${processes.length === 1 ? "runs" : "run"}`,
    detail: [
      ...processes.slice(0, MOST_SHOWN).map(({ pid, command }) => `process ${pid}: ${command}`),
      ...more > 0 ? [`and ${more} more`] : [],
    ],
    advice: "End them, unless you want to keep one, such as a server.",
    command: `kill ${processes.map(({ pid }) => pid).join(" ")}`,
    repair: {
      title: `End ${count} that ended loops left behind`,
      needsConsent: true,
      action: "end",
    },
  }];
}
