/** Locates a command's project, and the places in the home folder. */
import { dirname } from "@std/path";
import { readRegistration } from "../../registration/read_status.ts";
import type { RegistrationReport } from "../../registration/status.ts";
import { type Places, placesOf } from "../../store/places.ts";
import { chooseLoop, type ChosenLoop } from "../../lifecycle/choose_loop.ts";
import { findLoop, folderOfStart, isReached } from "../../lifecycle/loop.ts";
import { readHistoryProjects } from "../../store/records/history.ts";
import { readProjects } from "../../store/records/loops.ts";
import {
  findHomeInside,
  foldersUpwards,
  resolveCommandProject,
  resolveLinks,
  separateProject,
} from "../../store/project.ts";
import { NO_FOLDER } from "../../store/environment.ts";
import type { ReadIn } from "../../loop/reasons.ts";
import { attempt, StateError } from "../../error.ts";
import type { CommandContext } from "./context.ts";

/** The project that a command works on, and the places in the home folder. */
export interface Location {
  readonly places: Places;
  /** The project's root, links resolved. */
  readonly project: string;
}

/**
 * Locates the project that a command works on: the folder of a loop that covers the working
 * directory, or else the project that contains it.
 *
 * @throws {StateError} The folder cannot be a project.
 */
export function locate({ env }: Pick<CommandContext, "env">): Location {
  const places = placesOf(env);
  const isInSession = env.sessionId !== null || env.claudeProjectDir !== null;
  const hasLoop = (folder: string, here: string): boolean => {
    const loop = findLoop(places, folder, here);
    if (loop === null || folder === here || !isInSession) return loop !== null;
    return [null, env.sessionId].includes(loop.owner ?? null) && isReached(loop, env.sessionId);
  };
  const project = resolveCommandProject(env, hasLoop);
  refuseProject(env, project);
  return { places, project };
}

function refuseProject(env: CommandContext["env"], project: string): void {
  if (project === NO_FOLDER) {
    throw new StateError("The working directory cannot be used: its name is not valid UTF-8", {
      hint: "Change to another directory, or rename this one.",
    });
  }
  if (dirname(project) === project) {
    throw new StateError("The root of the disk cannot be a project", {
      hint: "Change to the directory of your project.",
    });
  }
  const name = findHomeInside(env, project);
  if (name === null) return;
  throw new StateError(`${name} leads into the project, where others may write`, {
    hint: `Unset ${name}, or set it to a directory outside of the project.`,
  });
}

/** Locates a new loop's project; other packages of the repository may have loops of their own. */
export function locateNewLoop({ env }: Pick<CommandContext, "env">): Location {
  const { places, project } = locate({ env });
  const loop = findLoop(places, project);
  const startedIn = loop === null ? null : folderOfStart(loop);
  return { places, project: separateProject(project, resolveLinks(env.cwd), startedIn) };
}

/**
 * Locates the project whose past a command shows: without an active loop, the nearest folder
 * upwards whose loop has ended.
 *
 * @throws {StateError} The folder cannot be a project.
 */
export function locateLastLoop(context: Pick<CommandContext, "env">): Location {
  const location = locate(context);
  const { env } = context;
  if (env.sessionId !== null || findLoop(location.places, location.project) !== null) {
    return location;
  }
  const { places } = location;
  const projects = new Set(readProjects(places, readHistoryProjects(places)).values());
  const nearest = foldersUpwards(resolveLinks(env.cwd)).find((folder) => projects.has(folder));
  return { ...location, project: nearest ?? location.project };
}

/**
 * Chooses the loop whose past a command shows.
 *
 * @param named Its id, or the beginning or end of the id, in any project; undefined for this project's
 * running or last loop.
 * @throws {NoLoopError} There is no such loop.
 */
export function chooseLoopHere(
  context: Pick<CommandContext, "env">,
  named: string | undefined,
): { readonly places: Places; readonly loop: ChosenLoop } {
  const { places, project } = named === undefined
    ? locateLastLoop(context)
    : { places: placesOf(context.env), project: context.env.cwd };
  return { places, loop: chooseLoop(places, project, named) };
}

/** Tells whether the reader is in that project, where commands need no folder. */
export function whereIsRead(context: Pick<CommandContext, "env">, project: string): ReadIn {
  const here = attempt(() => locate(context).project);
  return here === project ? context.env.place : "elsewhere";
}

/**
 * Reads whether Claude Code has ralph's hooks in a project.
 *
 * @throws {ConfigError} A settings file cannot be read; with file and line.
 */
export function readRegistrationHere(
  { env }: Pick<CommandContext, "env">,
  location: Location,
): RegistrationReport {
  return readRegistration({ ...location, env, pluginRoot: env.variable("CLAUDE_PLUGIN_ROOT") });
}
