/**
 * Marks in a project of a loop that this home folder does not have there: another configuration folder
 * of the client has it, or the project was renamed or copied.
 */
import { attempt } from "../../error.ts";
import { dirname, join } from "../../system/path.ts";
import { isWithin } from "../../store/project.ts";
import { isFolder, isThere } from "../../store/files/presence.ts";
import { loopPlaces, type Places, projectPlaces } from "../../store/places.ts";
import { loopRecordFile, readLoop } from "../../store/records/loops.ts";
import { openLoopRecord, readMarker } from "../../store/records/project_marks.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { showText } from "../../text/show_text.ts";

/** The meaning of the marks, as the end of a sentence, and the next step. */
export interface StrangeMarks {
  readonly what: string;
  readonly howToContinue: string;
  /** Whether a home folder of this machine has the loop: else anybody may have written the marks. */
  readonly isKnown: boolean;
}

const PATH_CHARACTERS = 200;

/** Explains the marks in a project without a loop of this home folder; null without any. */
export function findStrangeMarks(places: Places, project: string): StrangeMarks | null {
  const { marker, state } = projectPlaces(project);
  if (!isThere(marker) && !isThere(state)) return null;
  const { fields } = openLoopRecord(project);
  const id = textIn(fields, "id") ?? readMarker(project) ?? "";
  // The earlier plugin's marks have no id.
  if (id === "") return null;
  const known = attempt(() => readLoop(places, id));
  if (known !== null) {
    return known.hasEnded || known.facts.project === project
      ? null
      : describeMoved(places, id, known.facts.project);
  }
  const home = textIn(fields, "home");
  return home !== null && hasLoop(places, home, { id, project }) ? describeHome(home) : {
    what:
      "marks of a loop are here that this machine does not know; they may have come with a checkout",
    howToContinue: "ralph stop removes them",
    isKnown: false,
  };
}

/** Looks for the loop in the home folder that a record names, which anybody may have written. */
function hasLoop(
  places: Places,
  home: string,
  { id, project }: { readonly id: string; readonly project: string },
): boolean {
  if (!home.startsWith("/") || home === places.ralphHome || isWithin(home, project)) return false;
  const loop = attempt(() => readLoop({ ...places, loopsDir: join(home, "loops") }, id));
  return loop !== null && !loop.hasEnded && loop.facts.project === project;
}

function describeMoved(places: Places, id: string, before: string): StrangeMarks {
  if (isFolder(before)) {
    return {
      what: `the marks are of the loop in ${
        showText(before, PATH_CHARACTERS)
      }, of which this is a copy`,
      howToContinue: "ralph stop removes them here",
      isKnown: true,
    };
  }
  const record = loopRecordFile(loopPlaces(places, id).recordCopy).readOr(null);
  return {
    what: `a loop was started when this folder was ${showText(before, PATH_CHARACTERS)}`,
    howToContinue: `ralph ${
      record?.again ?? "start"
    } begins it again here; ralph history ${id} shows it`,
    isKnown: true,
  };
}

function describeHome(home: string): StrangeMarks {
  const isDefault = home.endsWith("/ralph");
  const folder = isDefault ? dirname(home) : home;
  const variable = isDefault ? "CLAUDE_CONFIG_DIR" : "RALPH_HOME";
  return {
    what: `the loop here was started with the configuration folder ${
      showText(folder, PATH_CHARACTERS)
    }, which is not in use here`,
    howToContinue: `${variable}=${quoteForShell(showText(folder, PATH_CHARACTERS))} ralph status`,
    isKnown: true,
  };
}

function textIn(fields: Readonly<Record<string, unknown>> | null, name: string): string | null {
  const value = fields?.[name];
  return typeof value === "string" && value !== "" ? value : null;
}
