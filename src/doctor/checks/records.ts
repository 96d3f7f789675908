/** Records that cannot be read: trust, loops and sessions of the home folder. */
import { join } from "@std/path";
import { INSTALLED, installedAtFile } from "../../registration/installed_at.ts";
import { namesIn } from "../../store/files/presence.ts";
import { loopPlaces } from "../../store/places.ts";
import { readRecord } from "../../store/records/json_record.ts";
import { isLoopId } from "../../store/records/loop_id.ts";
import { LOOP_FACTS, LOOP_RECORD } from "../../store/records/loops.ts";
import { SESSION_RECORD } from "../../store/records/session_record.ts";
import { TRUST } from "../../store/trust.ts";
import { showCount } from "../../text/human_units.ts";
import { type Checkup, fail, type Finding, warn } from "../check.ts";
import { moveAside } from "../move_aside.ts";

/** More loops and sessions than this are not read, the oldest left out. */
const MOST_FILES = 500;

/** Yields each record that this version cannot read, and what is lost without it. */
export function* records({ places, nowMs }: Checkup): Generator<Finding, string> {
  const newestFirst = (folder: string) => namesIn(folder).sort().reverse().slice(0, MOST_FILES);
  const files = [
    [places.trustFile, TRUST, "nothing is trusted until it is asked again"],
    [installedAtFile(places), INSTALLED, "when the hooks were registered is unknown"],
    ...newestFirst(places.loopsDir).filter(isLoopId).flatMap((id) => {
      const { facts, lastRecord } = loopPlaces(places, id);
      return [
        [facts, LOOP_FACTS, "the loop cannot go on, and is not listed"],
        [lastRecord, LOOP_RECORD, "how the loop ended is not shown"],
      ] as const;
    }),
    ...newestFirst(places.sessionsDir).filter((name) => name.endsWith(".json"))
      .map((name) =>
        [
          join(places.sessionsDir, name),
          SESSION_RECORD,
          "its last answers are not compared",
        ] as const
      ),
  ] as const;
  let count = 0;
  for (const [path, shape, loss] of files) {
    const read = readRecord<unknown>(path, shape);
    if (read.kind !== "absent") count++;
    if (read.kind === "newer") {
      yield warn("files.record", `A newer ralph wrote a record, so ${loss}`, {
        detail: [`"${path}": it has version ${read.version}`],
        advice: "Update this ralph; an older one leaves the file as it is.",
      });
    }
    if (read.kind === "broken") {
      yield fail("files.record", `A record cannot be read, so ${loss}`, {
        detail: [`"${path}": ${read.why}`],
        advice: "Move the file away; ralph makes it again where it needs it.",
        fix: { title: `Move "${path}" away`, apply: () => [moveAside(places, path, nowMs())] },
      });
    }
  }
  return count === 0 ? "There are no records yet" : `${showCount(count, "record")} can be read`;
}
