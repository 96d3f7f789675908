/** Records that cannot be read: trust, history, loops and sessions of the home folder. */
import { join } from "@std/path";
import { INSTALLED, installedAtFile } from "../../registration/installed_at.ts";
import { requireWritten, writeAtomic } from "../../store/files/atomic_file.ts";
import { bytesOf } from "../../store/files/foreign_file.ts";
import { parseJson } from "../../store/files/json_text.ts";
import { isFolder, namesIn } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { loopPlaces, projectPlaces } from "../../store/places.ts";
import { isObject, readRecord, type RecordShape } from "../../store/records/json_record.ts";
import { isLoopId } from "../../store/records/loop_id.ts";
import { LOOP_FACTS, LOOP_RECORD } from "../../store/records/loops.ts";
import { SESSION_RECORD } from "../../store/records/session_record.ts";
import { TRUST } from "../../store/trust.ts";
import { showCount } from "../../text/human_units.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";
import { moveAside } from "../move_aside.ts";

interface BadRecord {
  readonly path: string;
  readonly why: string;
  /** `newer`: a later ralph wrote it; `lines`: only some lines cannot be read. */
  readonly kind: "broken" | "newer" | "lines";
  /** What is lost without it. */
  readonly loss: string;
}

type RecordAction = Pick<BadRecord, "path" | "kind">;

interface RecordFacts {
  readonly count: number;
  readonly bad: readonly BadRecord[];
}

/** More loops and sessions than this are not read, the oldest left out. */
const MOST_FILES = 500;
const LARGEST_HISTORY_BYTES = 32 * 1024 * 1024;

/** The check of the records. */
export const records = defineCheck<RecordFacts, RecordAction>({
  id: "files.records",
  subject: "ralph's records",
  gather: gatherRecords,
  judge: judgeRecords,
  repair: (context, action) =>
    action.kind === "lines"
      ? keepReadableLines(context, action.path)
      : [moveAside(context.places, action.path, context.nowMs())],
});

function gatherRecords({ places, project }: DoctorContext): RecordFacts {
  const newestFirst = (folder: string) => namesIn(folder).sort().reverse().slice(0, MOST_FILES);
  const ids = newestFirst(places.loopsDir).filter(isLoopId);
  const sessions = newestFirst(places.sessionsDir).filter((name) => name.endsWith(".json"));
  const results = [
    inspect(places.trustFile, TRUST, "nothing is trusted until it is asked again"),
    inspect(installedAtFile(places), INSTALLED, "when the hooks were registered is unknown"),
    inspectJson(places.stopRecord, "the last stop is not shown to other tools"),
    inspectJson(projectPlaces(project).knowledge, "what exploration learned here is not used"),
    ...ids.flatMap((id) => {
      const { facts, lastRecord } = loopPlaces(places, id);
      return [
        inspect(facts, LOOP_FACTS, "the loop cannot go on, and is not listed"),
        inspect(lastRecord, LOOP_RECORD, "how the loop ended is not shown"),
      ];
    }),
    ...sessions.map((name) =>
      inspect(join(places.sessionsDir, name), SESSION_RECORD, "its last answers are not compared")
    ),
    inspectHistory(places.historyFile),
  ].filter((result) => result !== "absent");
  return { count: results.length, bad: results.filter((result) => result !== "ok") };
}

type Inspected = BadRecord | "ok" | "absent";

function inspect<T>(path: string, shape: RecordShape<T>, loss: string): Inspected {
  const read = readRecord(path, shape);
  switch (read.kind) {
    case "ok":
    case "absent":
      return read.kind;
    case "newer":
      return { path, kind: "newer", why: `it has version ${read.version}`, loss };
    case "broken":
      return { path, kind: "broken", why: read.why, loss };
  }
}

/** A record without a version of ours: whether it is a JSON object. */
function inspectJson(path: string, loss: string): Inspected {
  const read = readText(path);
  if (read.kind === "absent") return "absent";
  if (read.kind === "unreadable") return { path, kind: "broken", why: read.why, loss };
  const json = parseJson(read.text);
  if (json.kind === "broken") {
    const where = json.line === null ? "" : ` (line ${json.line})`;
    return { path, kind: "broken", why: `it is not JSON: ${json.why}${where}`, loss };
  }
  return isObject(json.value) ? "ok" : { path, kind: "broken", why: "it is not an object", loss };
}

function inspectHistory(path: string): Inspected {
  const lines = readLinesOf(path);
  if (lines === null) {
    const why = isFolder(path) ? "it is a folder" : "it cannot be read";
    return namesIn(join(path, "..")).includes("history.jsonl")
      ? { path, kind: "broken", why, loss: "ended loops are not listed" }
      : "absent";
  }
  const bad = lines.flatMap((line, index) => isReadable(line) ? [] : [index + 1]);
  if (bad.length === 0) return "ok";
  const why = `${showCount(bad.length, "line")} cannot be read, the first is line ${bad[0]}`;
  return { path, kind: "lines", why, loss: "the loops on those lines are not listed" };
}

function readLinesOf(path: string): string[] | null {
  const bytes = bytesOf(path, LARGEST_HISTORY_BYTES);
  return bytes === null ? null : new TextDecoder().decode(bytes).replace(/\n$/, "").split("\n");
}

function isReadable(line: string): boolean {
  if (line === "") return true;
  const json = parseJson(line);
  return json.kind === "ok" && isObject(json.value);
}

/** Judges the records: all can be read by this version. */
export function judgeRecords({ count, bad }: RecordFacts): Finding<RecordAction>[] {
  if (bad.length === 0) {
    const title = count === 0
      ? "There are no records yet"
      : `${showCount(count, "record")} can be read`;
    return [{ id: "files.records", status: "pass", title }];
  }
  return bad.map(({ path, why, kind, loss }) =>
    kind === "newer"
      ? {
        id: "files.record-newer",
        status: "warn",
        title: `A newer ralph wrote a record, so ${loss}`,
        detail: [`"${path}": ${why}`],
        advice: "Update this ralph; an older one leaves the file as it is.",
      }
      : {
        id: kind === "lines" ? "files.record-lines" : "files.record-broken",
        status: kind === "lines" ? "warn" : "fail",
        title: `A record cannot be read, so ${loss}`,
        detail: [`"${path}": ${why}`],
        advice: kind === "lines"
          ? "Remove those lines, or move the file away."
          : "Move the file away; ralph makes it again where it needs it.",
        repair: {
          title: kind === "lines"
            ? `Remove the unreadable lines from "${path}", and keep the old file`
            : `Move "${path}" away`,
          needsConsent: false,
          action: { path, kind },
        },
      }
  );
}

/** A line that is appended meanwhile goes to the new file, or is in the old one, which is kept. */
function keepReadableLines({ places, nowMs }: DoctorContext, path: string): string[] {
  const lines = readLinesOf(path)?.filter((line) => line !== "" && isReadable(line)) ?? [];
  const moved = moveAside(places, path, nowMs());
  if (lines.length > 0) requireWritten(writeAtomic(path, `${lines.join("\n")}\n`), path);
  return [moved, `Kept ${showCount(lines.length, "readable line")} in "${path}"`];
}
