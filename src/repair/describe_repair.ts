/** Describes what a repair did, to the user and to the agent. Pure. */
import { isObject } from "../store/records/json_record.ts";
import type { ChangedFile } from "../store/repair/loop_copies.ts";
import { KILL_SWITCH, PROJECT_FILES } from "../store/project_files.ts";
import { showCount, showNames } from "../text/human_units.ts";
import { showText } from "../text/show_text.ts";
import { objectOf, type RepairPlan } from "./plan_repair.ts";

/** A repair that was carried out. */
interface CarriedOut {
  readonly plan: RepairPlan;
  /** The calls that may have made it necessary: command lines or names of tools. */
  readonly calls: readonly string[];
  /** One reason for each file that could not be restored. */
  readonly problems: readonly string[];
  /** The paths under which obstacles are kept that were in a file's place. */
  readonly aside: readonly string[];
}

/** The messages about a repair; null for the agent if it need not know. */
export interface Sentences {
  readonly user: string;
  readonly agent: string | null;
}

/** Characters of a command line, and of a value, that are shown. */
const MOST_COMMAND_CHARACTERS = 60;
const MOST_VALUE_CHARACTERS = 40;

/** Changes of one file that are listed; the rest are counted. */
const MOST_CHANGES = 4;

/** Describes what was carried out; null if nothing has to be said. */
export function describeRepair({ plan, calls, problems, aside }: CarriedOut): Sentences | null {
  const [line] = calls;
  const isOne = calls.length === 1 && line !== undefined;
  const call = isOne ? `\`${showText(line, MOST_COMMAND_CHARACTERS)}\`` : "A command of the agent";
  const during = isOne ? call : "commands of the agent";
  const edits = calls.length === 0 ? "" : plan.accept.flatMap(describeEdit).join("; ");
  const say = (sentence: string, agent: string | null = null): Sentences => {
    const stay = edits === "" ? "" : `While ${during} ran, ${edits}. ralph keeps such edits.`;
    const lines = [sentence, stay].filter((each) => each !== "");
    return { user: lines.join("\n"), agent };
  };
  if (plan.isMarkerGivenUp) {
    return say(
      `.claude/${PROJECT_FILES.marker.name} disappeared twice within ten minutes, ` +
        "so ralph assumes that you removed it: the loop ends with this turn.",
    );
  }
  const files = plan.putBack;
  if (files.length === 0) return edits === "" ? null : say("");
  const verb = files.every(({ now }) => now.kind === "absent") ? "removed" : "changed";
  const them = files.length === 1 ? "it" : "them";
  const did = `${call} ${verb} ${showNames(files.map(({ name }) => `.claude/${name}`))}, and ralph`;
  if (problems.length > 0) return say(`${did} could not restore ${them}: ${problems.join("; ")}`);
  const undone = plan.undo.flatMap(describeEdit).join("; ");
  const sentences = [
    `${did} restored ${them}; to end the loop, run 'ralph stop'.`,
    ...undone === "" ? [] : [`Also undone: ${undone}.`],
    ...aside.length === 0 ? [] : [`The earlier content is kept as ${showNames(aside)}.`],
  ];
  const agent = `${did} restored ${them}: the ralph loop of this project needs these files. ` +
    "Leave .claude/ out of what you delete, stash or overwrite.";
  return say(sentences.join(" "), agent);
}

/** Describes the removal of a kill switch that a call made. */
export function describeSwitch([line = "a call"]: readonly string[]): Sentences {
  const call = showText(line, MOST_COMMAND_CHARACTERS);
  const did = `${KILL_SWITCH} appeared while \`${call}\` ran, and ralph removed it`;
  return {
    user: `${did}: only you end the loop. If you made it, make it again, or run 'ralph stop'.`,
    agent: `${did}: only the user ends the loop. Continue with the task.`,
  };
}

/** Describes the changes of an edit: `max_hours in .claude/loop-config.json changed from 9 to 999`. */
function describeEdit({ name, kind, copied, now }: ChangedFile): string[] {
  const path = `.claude/${name}`;
  if (kind === "marker" || kind === "record") return [];
  if (now.kind !== "text") return now.kind === "absent" ? [`${path} was removed`] : [];
  if (copied === null) return [`${path} was added`];
  const [before, after] = [objectOf(copied), objectOf(now.text)];
  if (kind !== "json" || before === null || after === null) return [`${path} was changed`];
  const changes = listChanges(before, after);
  if (changes.length === 0) return [];
  const shown = changes.slice(0, MOST_CHANGES);
  if (changes.length > shown.length) {
    shown.push(showCount(changes.length - shown.length, "more change"));
  }
  return [shown.join(", ").replace(/ changed | was /, (verb) => ` in ${path}${verb}`)];
}

/** Compares two objects key by key; a group's keys as `group.key`. */
function listChanges(before: object, after: object, group = ""): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const [old, fresh] = [before, after].map((each) => each[key as keyof object]);
    const name = `${group}${showText(key, MOST_VALUE_CHARACTERS)}`;
    if (JSON.stringify(old) === JSON.stringify(fresh)) return [];
    if (isObject(old) && isObject(fresh)) return listChanges(old, fresh, `${name}.`);
    if (old === undefined) return [`${name} was set to ${show(fresh)}`];
    if (fresh === undefined) return [`${name} was removed (it was ${show(old)})`];
    return [`${name} changed from ${show(old)} to ${show(fresh)}`];
  });
}

function show(value: unknown): string {
  return showText(JSON.stringify(value), MOST_VALUE_CHARACTERS);
}
