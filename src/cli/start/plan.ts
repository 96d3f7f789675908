/**
 * What `start` is about to do: first where and with which settings, then, with the focus, the rest.
 * Plan files are opened once, so that discovery, trust and the loop's record see the
 * same text.
 */
import { judgeCompletion } from "../../evidence/completion/judge.ts";
import { type ItemCheck, listItemCommands } from "../../evidence/verification/command_needs.ts";
import { readDesignSpec, readFocusFile } from "../../focus/items/read_document.ts";
import { newLoopId } from "../../store/records/loop_id.ts";
import type { Focus } from "../../store/records/loop_record.ts";
import { offerMigration } from "../../migrate/migrate.ts";
import { loadSettings, requireValidSettings } from "../../store/settings/load.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { readText } from "../../store/files/text_file.ts";
import type { CommandContext } from "../core/context.ts";
import { locateNewLoop, type Location } from "../core/locate.ts";
import { refuseBoth } from "../core/usage.ts";
import type { Obstacles } from "./obstacles.ts";
import { readFlags, refuseUnmeasurable, type StartFlags, type StartOptions } from "./options.ts";
import { readWantedWork, settingsOf, type WantedWork } from "./named_plan.ts";
import { requireRegistration } from "./registration.ts";

/** The project and the settings of a new loop. */
export interface StartSite extends Location, StartFlags {
  readonly options: StartOptions;
  readonly wanted: WantedWork;
  readonly id: string;
  readonly settings: Settings;
  readonly resolved: ResolvedSettings;
  /** What the earlier plugin left, in a sentence; null for nothing. */
  readonly offer: string | null;
  /** Since when Claude Code has the hooks, epoch milliseconds; null where that is unknown. */
  readonly registeredAtMs: number | null;
}

/** A loop that is about to begin. */
export interface StartPlan extends StartSite {
  /** The session that will drive it; null for the next session. */
  readonly session: string | null;
  readonly task: string | null;
  readonly focus: Focus;
  readonly file: PlanFile;
  readonly startedAt: number;
}

/**
 * Reads the project and the settings of the new loop, and checks that the hooks are registered.
 *
 * @param words What was typed beside the options.
 * @param obstacles Collects what prevents the start, with `--dry-run`.
 */
export function readSite(
  context: CommandContext,
  options: StartOptions,
  words: readonly string[],
  obstacles: Obstacles,
): StartSite {
  const location = locateNewLoop(context);
  const { places, project } = location;
  const registeredAtMs = obstacles.meet(() => requireRegistration(context, location), null);
  obstacles.meet(() => refuseBoth(options, "focus", "no-focus"), undefined);
  const { cwd, home } = context.env;
  const here = { cwd, home: home ?? "", project };
  const wanted = obstacles.meet(
    () => readWantedWork(words, options.focus, here),
    { task: null, plan: null },
  );
  const read = obstacles.meet(() => readFlags(options), { preset: null, flags: {} });
  const { preset } = read;
  const flags = { ...read.flags, ...settingsOf(wanted) };
  const id = newLoopId(context.nowMs());
  const resolved = loadSettings({ places, project, env: context.env, loop: { id, flags } });
  const offer = offerMigration(places, project);
  const settings = obstacles.meet(() => requireValidSettings(resolved, offer), resolved.settings);
  obstacles.meet(() => refuseUnmeasurable(flags), undefined);
  return {
    places,
    project,
    options,
    wanted,
    id,
    preset,
    flags,
    settings,
    resolved,
    offer,
    registeredAtMs,
  };
}

/** What a plan file says at the loop's start. */
export interface PlanFile {
  readonly isComplete: boolean;
  readonly items: number;
  readonly itemsDone: number;
  readonly open: number;
  /** The first open item, or else the first work without a box; null without either. */
  readonly first: string | null;
  readonly isEmpty: boolean;
  /** Whether a loop would have something to do: an open item, or a text that is not complete. */
  readonly hasOpenWork: boolean;
  /** Items with a command of their own, those of its design spec included. */
  readonly checks: readonly ItemCheck[];
}

const NO_PLAN: PlanFile = {
  isComplete: false,
  items: 0,
  itemsDone: 0,
  open: 0,
  first: null,
  isEmpty: false,
  hasOpenWork: true,
  checks: [],
};

/** Opens plan files, each once. */
export class PlanFiles {
  readonly #opened = new Map<string, Promise<PlanFile>>();

  constructor(readonly settings: Settings) {}

  /**
   * Reads a plan and judges its completion; a second call returns the same result.
   *
   * @param path The file; null without a file.
   * @returns Its items and checks; none where it cannot be read.
   */
  open(path: string | null): Promise<PlanFile> {
    if (path === null) return Promise.resolve(NO_PLAN);
    const plan = this.#opened.get(path) ?? this.#read(path);
    this.#opened.set(path, plan);
    return plan;
  }

  async #read(path: string): Promise<PlanFile> {
    const document = await readFocusFile(path);
    const spec = await readDesignSpec(path);
    const completion = judgeCompletion(document, path, this.settings, spec);
    const { verdict, total, openItems, remaining = [], withoutBoxes } = completion;
    const isComplete = verdict === "complete";
    const text = readText(path);
    const isEmpty = text.kind === "text" && text.text.trim() === "";
    return {
      isComplete,
      items: total,
      itemsDone: total - openItems.length,
      open: openItems.length,
      first: openItems[0] ?? remaining[0] ?? withoutBoxes?.next ?? null,
      isEmpty,
      hasOpenWork: openItems.length > 0 || remaining.length > 0 ||
        total === 0 && !isComplete && !isEmpty,
      checks: listItemCommands([document, spec]),
    };
  }
}
