/** Checks whether the records in the home folder can be read: trust, loops and sessions. */
import { RecordError } from "../../../error.ts";
import { join } from "@std/path";
import { installedRecord } from "../../../registration/installed_at.ts";
import { findEarlierHooks, planMigration } from "../../migrate/migrate.ts";
import { exists, namesIn } from "../../../store/files/presence.ts";
import { loopPlaces } from "../../../store/places.ts";
import type { RecordFile } from "../../../store/records/json_record.ts";
import { isLoopId } from "../../../store/records/loop_id.ts";
import { loopFactsFile, loopRecordFile } from "../../../store/records/loops.ts";
import { sessionRecordFile } from "../../../store/records/session_record.ts";
import { trustRecord } from "../../../store/trust.ts";
import { showCount } from "../../../text/human_units.ts";
import { type Checkup, type DoctorFinding, fail, warn } from "../check.ts";
import { moveAside } from "../move_aside.ts";

/** The maximum number of loops and sessions read, newest first; a running loop is always read. */
const MOST_FILES = 50;

/** Yields each record that this version cannot read, with the consequence. */
export function* records({ places, nowMs }: Checkup): Generator<DoctorFinding, string> {
  const newestFirst = (folder: string) => namesIn(folder).sort().reverse();
  const loopIds = newestFirst(places.loopsDir).filter(isLoopId)
    .filter((id, at) => at < MOST_FILES || !exists(loopPlaces(places, id).lastRecord));
  const files: readonly (readonly [file: RecordFile<unknown>, loss: string])[] = [
    [trustRecord(places), "nothing is trusted until it is asked again"],
    [installedRecord(places), "when the hooks were registered is unknown"],
    ...loopIds.flatMap((id) => {
      const { lastRecord } = loopPlaces(places, id);
      return [
        [loopFactsFile(places, id), "the loop cannot continue, and is not listed"],
        [loopRecordFile(lastRecord), "how the loop ended is not shown"],
      ] as const;
    }),
    ...newestFirst(places.sessionsDir).filter((name) => name.endsWith(".json"))
      .slice(0, MOST_FILES).map((name) =>
        [
          sessionRecordFile(join(places.sessionsDir, name)),
          "its last answers are not compared",
        ] as const
      ),
  ];
  let count = 0;
  for (const [file, loss] of files) {
    const { path } = file;
    try {
      if (file.read() !== null) count++;
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      count++;
      const detail = [`"${path}": ${error.why}`];
      if (error.newerVersion !== undefined) {
        yield warn("files.record", `A newer ralph wrote a record, so ${loss}`, {
          detail,
          advice: "Update this ralph; an older one leaves the file unchanged.",
        });
        continue;
      }
      yield fail("files.record", `A record cannot be read, so ${loss}`, {
        detail,
        advice: "Move the file away; ralph creates it again when it needs it.",
        fix: { title: `Move "${path}" away`, apply: () => [moveAside(path, nowMs())] },
      });
    }
  }
  return count === 0 ? "There are no records yet" : `${showCount(count, "record")} can be read`;
}

/** Yields a finding if the earlier plugin left files, which one command migrates. */
export function* earlierFiles(
  { places, project, nowMs }: Checkup,
): Generator<DoctorFinding, string> {
  const hooks = findEarlierHooks(places, project);
  const files = planMigration({ places, project, nowMs: nowMs() }).map(({ path }) => path);
  const sources = new Set([...hooks.map(({ source }) => source), ...files]);
  if (sources.size > 0) {
    // Its hooks would drive the same sessions.
    const report = hooks.length > 0 ? fail : warn;
    yield report("files.earlier", "The earlier ralph plugin left files or hooks", {
      detail: [...sources].map((source) => `"${source}"`),
      advice: files.length > 0
        ? "Migrate them; the command shows what it changes, and asks."
        : "Uninstall it, then restart Claude Code.",
      command: files.length > 0 ? "ralph migrate" : `claude plugin uninstall ${hooks[0]?.source}`,
    });
  }
  return "The earlier ralph plugin left no file";
}
