/**
 * Marks that are left over: a kill switch, marks of a loop that this machine does not know, and notes
 * of sessions whose loop has ended.
 */
import { dirname, join } from "@std/path";
import { findLoop } from "../../lifecycle/loop.ts";
import { isThere, namesIn, removeFile } from "../../store/files/presence.ts";
import { requireWritten } from "../../store/files/atomic_file.ts";
import { readJson } from "../../store/files/json_text.ts";
import { type Places, projectPlaces } from "../../store/places.ts";
import { findGitTop, isWithin } from "../../store/project.ts";
import { fieldOf } from "../../registration/hook_list.ts";
import { listLoops, readLoop } from "../../store/records/loops.ts";
import { findKillSwitch, readLoopRecord, readMarker } from "../../store/records/project_marks.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { showCount } from "../../text/human_units.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";
import { moveAside } from "../move_aside.ts";

interface MarkFacts {
  /** The kill switch of this project; null without one. */
  readonly killSwitch: string | null;
  /** Whether it is about to end a loop, of this project or another one in the repository. */
  readonly isSwitchNeeded: boolean;
  /** Marks here of a loop that this machine does not know. */
  readonly strangers: readonly string[];
  /** Notes of sessions whose loop has ended. */
  readonly sessionNotes: readonly string[];
}

interface MarkAction {
  readonly kind: "remove" | "move";
  readonly files: readonly string[];
}

/** More notes than this are not read: one session makes one. */
const MOST_NOTES = 500;

/** The check of the marks. */
export const marks = defineCheck<MarkFacts, MarkAction>({
  id: "loops.marks",
  subject: "the marks of loops",
  gather: gatherMarks,
  judge: judgeMarks,
  repair: ({ places, nowMs }, { kind, files }) =>
    files.map((path) => {
      if (kind === "move") return moveAside(places, path, nowMs());
      requireWritten(removeFile(path), path);
      return `Removed "${path}"`;
    }),
});

function gatherMarks({ places, project }: DoctorContext): MarkFacts {
  const killSwitch = findKillSwitch(project, findGitTop(project));
  return {
    killSwitch,
    isSwitchNeeded: killSwitch !== null && reachesLoop(places, killSwitch),
    strangers: listStrangers(places, project),
    sessionNotes: namesIn(places.activeDir).slice(0, MOST_NOTES)
      .map((name) => join(places.activeDir, name))
      .filter((path) => {
        const loop = readLoop(places, String(fieldOf(readJson(path), "id")));
        return loop.kind === "absent" || loop.kind === "ok" && loop.value.hasEnded;
      }),
  };
}

/** At the top of a repository a kill switch ends the loops of all projects in it. */
function reachesLoop(places: Places, killSwitch: string): boolean {
  const folder = dirname(dirname(killSwitch));
  return listLoops(places, null)
    .some(({ hasEnded, facts }) => !hasEnded && isWithin(facts.project, folder));
}

/** Lists the marks of a loop that is not recorded here; those of a newer ralph are not touched. */
function listStrangers(places: Places, project: string): string[] {
  if (findLoop(places, project) !== null) return [];
  const record = readLoopRecord(project);
  const ids = [readMarker(project), record.kind === "ok" ? record.value.id : null];
  const isNewer = record.kind === "newer" ||
    ids.some((id) => id !== null && readLoop(places, id).kind === "newer");
  const { marker, state } = projectPlaces(project);
  return isNewer ? [] : [marker, state].filter(isThere);
}

/** Judges the marks: none without a loop, and no kill switch. */
export function judgeMarks(facts: MarkFacts): Finding<MarkAction>[] {
  const { killSwitch, isSwitchNeeded, strangers, sessionNotes } = facts;
  const findings: Finding<MarkAction>[] = [];
  if (killSwitch !== null) {
    findings.push({
      id: isSwitchNeeded ? "loops.kill-switch-set" : "loops.kill-switch",
      status: "warn",
      title: isSwitchNeeded
        ? "The kill switch is set: the loop that it reaches ends at its next event"
        : "A kill switch is left over, and no loop runs here",
      detail: [`"${killSwitch}"`],
      advice: isSwitchNeeded ? "To keep the loop, remove it." : "The next start removes it.",
      command: `rm ${quoteForShell(killSwitch)}`,
      ...isSwitchNeeded ? {} : {
        repair: {
          title: "Remove the kill switch",
          needsConsent: false,
          action: { kind: "remove", files: [killSwitch] },
        },
      },
    });
  }
  if (strangers.length > 0) {
    findings.push({
      id: "loops.unknown-marks",
      status: "warn",
      title: "Marks of a loop are here that this machine does not know",
      detail: strangers.map((path) => `"${path}"`),
      advice: "They may have come with a checkout. Remove them.",
      command: "ralph stop",
      repair: {
        title: "Move the marks of the unknown loop away",
        needsConsent: false,
        action: { kind: "move", files: strangers },
      },
    });
  }
  if (sessionNotes.length > 0) {
    findings.push({
      id: "loops.session-notes",
      status: "warn",
      title: `${showCount(sessionNotes.length, "note")} of sessions whose loop has ended`,
      detail: sessionNotes.slice(0, 5).map((path) => `"${path}"`),
      advice: "They make hooks start without need: remove them.",
      repair: {
        title: "Remove the notes of sessions whose loop has ended",
        needsConsent: false,
        action: { kind: "remove", files: sessionNotes },
      },
    });
  }
  return findings.length > 0
    ? findings
    : [{ id: "loops.marks", status: "pass", title: "No mark is left over" }];
}
