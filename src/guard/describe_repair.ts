/** Describes a repair, and edits that stay, to the user and to the agent. Pure. */
import { parseJson } from "../store/files/json_text.ts";
import { isObject } from "../store/records/json_record.ts";
import type { ChangedFile } from "../store/records/loop_copies.ts";
import { PROJECT_FILES } from "../store/project_files.ts";
import { showCount, showNames } from "../text/human_units.ts";
import { showText } from "../text/show_text.ts";
import type { RepairPlan } from "./repair.ts";

/** What ralph put back, what it left changed, or that the loop ends instead. */
export interface RepairNotice {
  /** Null where the client does not show the user anything at this event. */
  readonly user: string | null;
  /** Null where the agent needs to know nothing. */
  readonly agent: string | null;
}

/** A repair that was carried out. */
export interface CarriedOut {
  readonly plan: RepairPlan;
  /** The calls that may have made it necessary: command lines or names of tools. */
  readonly calls: readonly string[];
  /** What could not be put back, one reason each. */
  readonly problems: readonly string[];
  /** Where what stood in a file's place is kept. */
  readonly aside: readonly string[];
}

/** Characters of a command line, and of a value, that are shown. */
const MOST_COMMAND_CHARACTERS = 60;
const MOST_VALUE_CHARACTERS = 40;

/** More changes of one file are counted. */
const MOST_CHANGES = 4;

/** Describes what was carried out; null where nothing has to be said. */
export function describeRepair(
  { plan, calls, problems, aside }: CarriedOut,
): { readonly user: string; readonly agent: string | null } | null {
  const call = calls.length === 1 && calls[0] !== undefined
    ? `\`${showText(calls[0], MOST_COMMAND_CHARACTERS)}\``
    : "A command of the agent";
  const edits = plan.accept.flatMap((file) => describeEdit(file));
  const stay = edits.length === 0 || calls.length === 0
    ? ""
    : `[RALPH] While ${calls.length === 1 ? call : "commands of the agent"} ran, ${
      edits.join("; ")
    }. ralph keeps such edits.`;
  if (plan.isMarkerGivenUp) {
    const user =
      `[RALPH] .claude/${PROJECT_FILES.marker.name} disappeared twice within ten minutes, ` +
      "so ralph takes it that you removed it: the loop ends with this turn.";
    return { user: joinLines(user, stay), agent: null };
  }
  const files = plan.putBack;
  if (files.length === 0) return stay === "" ? null : { user: stay, agent: null };
  const did = files.every(({ now }) => now.kind === "absent") ? "removed" : "changed";
  const names = showNames(files.map(({ name }) => `.claude/${name}`));
  const them = files.length === 1 ? "it" : "them";
  if (problems.length > 0) {
    const failed = `${call} ${did} ${names}, and ralph could not put ${them} back`;
    return { user: joinLines(`[RALPH] ${failed}: ${problems.join("; ")}`, stay), agent: null };
  }
  const undone = plan.undo.flatMap((file) => describeEdit(file));
  const user = [
    `[RALPH] ${call} ${did} ${names}, and ralph put ${them} back; to end the loop, run 'ralph stop'.`,
    ...undone.length === 0 ? [] : [`Also taken back: ${undone.join("; ")}.`],
    ...aside.length === 0 ? [] : [`What was there is kept as ${showNames(aside)}.`],
  ].join(" ");
  return {
    user: joinLines(user, stay),
    agent: `${call} ${did} ${names}, and ralph put ${them} back: the ralph loop of this ` +
      "project needs these files. Leave .claude/ out of what you delete, stash or overwrite.",
  };
}

function joinLines(...lines: readonly string[]): string {
  return lines.filter((line) => line !== "").join("\n");
}

/**
 * Describes an edit: `max_hours in .claude/loop-config.json changed from 9 to 999`.
 *
 * @returns One phrase; none where nothing has changed that a person would call an edit.
 */
function describeEdit({ name, kind, copied, now }: ChangedFile): string[] {
  const path = `.claude/${name}`;
  if (kind === "marker" || kind === "record") return [];
  if (now.kind !== "text") return now.kind === "absent" ? [`${path} was removed`] : [];
  if (copied === null) return [`${path} was added`];
  const [before, after] = [objectOf(copied), objectOf(now.text)];
  if (kind !== "json" || before === null || after === null) return [`${path} was changed`];
  const changes = listChanges(before, after);
  const [first, ...others] = changes.slice(0, MOST_CHANGES);
  if (first === undefined) return [];
  const more = changes.length - MOST_CHANGES;
  return [[
    first.replace(/ changed | was /, (verb) => ` in ${path}${verb}`),
    ...others,
    ...more > 0 ? [`${showCount(more, "more change")}`] : [],
  ].join(", ")];
}

/** Compares two objects key by key; a group's keys as `group.key`. */
function listChanges(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  group = "",
): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const [old, fresh] = [before[key], after[key]];
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

function objectOf(text: string): Record<string, unknown> | null {
  const json = parseJson(text);
  return json.kind === "ok" && isObject(json.value) ? json.value : null;
}
