/** Reads the words of `start` as a plan, or as a task. */
import { basename, dirname } from "@std/path";
import { type RalphErrorOptions, UsageError } from "../../error.ts";
import { locateNamed } from "../../plan/discovery/discover.ts";
import { hintAtPlanIn } from "../../plan/discovery/plan_in_folder.ts";
import { statOf } from "../../plan/files.ts";
import { namesIn } from "../../store/files/presence.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import { replacing } from "../../text/again.ts";
import { nearestName } from "../../text/nearest_name.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { needsTrust } from "../../store/trust.ts";
import { shortenPath } from "../view/task_lines.ts";

/** Maximum number of names in the folder that are compared with a missing name. */
const MOST_NAMES = 1_000;

/** Maximum number of files in a hint. */
const MOST_DOCUMENTS = 3;

/** A plan that the user or a setting named. */
export interface NamedPlan {
  readonly name: string;
  /** How it was named, to be shown in parentheses. */
  readonly how: string;
  /** Whether it is named by the project's own files, which come with a clone. */
  readonly isFromProject: boolean;
}

/** The `how` of a plan that the user gave as an option. */
export const WITH_F = "named with -f";

/** The work that the user asked for. */
interface WantedWork {
  readonly task: string | null;
  readonly typed: NamedPlan | null;
}

interface StartFolders {
  readonly cwd: string;
  readonly home: string;
  readonly project: string;
}

/**
 * Reads the requested work: a plan with `-f`, the path of a plan as the only word, or a task.
 *
 * @throws {UsageError} More words follow a plan, the only word is a folder or the name of a missing
 * plan, or the task is empty.
 */
export function readWantedWork(
  words: readonly string[],
  focus: string | undefined,
  here: StartFolders,
): WantedWork {
  const task = readTask(words);
  if (focus !== undefined) {
    return { task, typed: { name: focus, how: WITH_F, isFromProject: false } };
  }
  const [name] = words;
  if (name === undefined) return { task, typed: null };
  const path = locateNamed(name, here);
  const kind = statOf(path)?.kind;
  const looksLikePlan = /^\S+\.md$/i.test(name);
  if (words.length > 1) {
    if (kind !== "file" && !looksLikePlan) return { task, typed: null };
    throw new UsageError(`"${name}" names a plan, but more words follow it`, {
      hint: kind === "file"
        ? `Quote the whole task, or say the rest with 'ralph encourage "…"' after this:`
        : "Quote the whole task.",
      again: kind !== "file" ? undefined : ({ path: command, rest }) => {
        let next = 0;
        const kept = rest.flatMap((word) => {
          if (word !== words[next]) return [word];
          return next++ === 0 ? ["-f", name] : [];
        });
        return [...command, ...kept];
      },
    });
  }
  if (kind === "file") {
    const how = "the argument is a file, so it is the plan";
    return { task: null, typed: { name, how, isFromProject: false } };
  }
  if (kind === "folder") {
    throw new UsageError(
      `"${name}" is a folder, not a plan`,
      hintAtPlanIn(path, name) ??
        { hint: "Name a plan in it, or give the task in more than one word." },
    );
  }
  if (!looksLikePlan) return { task, typed: null };
  const hint = hintAtFile(name, path, "give the task in more than one word.");
  throw new UsageError(`There is no file "${name}"`, hint);
}

/** Makes the hint about a missing file: the nearest name, or else the existing plans. */
export function hintAtFile(name: string, path: string, instead: string): RalphErrorOptions {
  const names = namesIn(dirname(path)).slice(0, MOST_NAMES);
  const nearest = nearestName(basename(path), names);
  if (nearest !== null) {
    const meant = name.slice(0, -basename(name).length) + nearest;
    return { hint: `Did you mean '${nearest}'?`, again: replacing(name, meant) };
  }
  const documents = names.filter((each) => /\.md$/i.test(each)).sort().slice(0, MOST_DOCUMENTS);
  const there = documents.length === 0
    ? "Name an existing plan"
    : `Name a plan that exists (there: ${documents.join(", ")})`;
  return { hint: `${there}, or ${instead}` };
}

/** Returns the typed work as settings, because flags override a plan that a setting names. */
export function settingsOf({ task, typed }: WantedWork): Partial<Settings> {
  return task === null && typed === null ? {} : { target_file: null, no_focus: false };
}

/** Joins the words of a task, and refuses an empty text, as from an unset variable. */
function readTask(words: readonly string[]): string | null {
  const task = words.join(" ").trim();
  if (task !== "") return task;
  if (words.length === 0) return null;
  throw new UsageError("The task is empty", {
    hint: `Say what to do: 'ralph start "add dark mode"', or name a plan with -f FILE.`,
  });
}

/** Returns the plan that the setting `target_file` names; null if the setting is not set. */
export function planOfSettings(
  { settings: { target_file: name }, origins, sources }: ResolvedSettings,
  project: string,
): NamedPlan | null {
  if (name === null) return null;
  const origin = origins.target_file;
  const source = origin === "environment"
    ? "the environment"
    : shortenPath(sources[origin] ?? origin, project);
  return { name, how: `target_file in ${source}`, isFromProject: needsTrust(origin) };
}
