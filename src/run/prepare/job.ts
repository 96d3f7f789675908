/** Creates the task of a run from its options, which decide what its agents, checks and reviewer may use. */
import { RalphError, UsageError } from "../../error.ts";
import { join, resolve } from "@std/path";
import type { Environment } from "../../store/environment.ts";
import { exists } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { loopPlaces, type Places } from "../../store/places.ts";
import { resolveLinks } from "../../store/project.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { type Agent, type AgentChoice, chooseAgent } from "../agents/choose_agent.ts";
import type { Job, JobCommands } from "../job/job.ts";
import type { Plan } from "../plan/plan.ts";
import { readReviewWish } from "../review/read_review.ts";
import type { ReviewSettings } from "../review/review_record.ts";
import { createFollower } from "../sandbox/follow.ts";
import { createDisk, listGround, searchedFolders } from "../sandbox/ground.ts";
import { chooseSandbox } from "../sandbox/sandbox.ts";
import { limitsOf, refuseUnmeasurable } from "./options.ts";
import type { RunOptions } from "./run_options.ts";

interface Surroundings {
  /** The project's root, links resolved. */
  readonly project: string;
  readonly places: Places;
  readonly env: Environment;
  /** The runner's environment. */
  readonly variables: Readonly<Record<string, string>>;
}

interface JobParts {
  /** The loop's id. */
  readonly id: string;
  readonly plan: Plan;
  readonly options: RunOptions;
  readonly settings: Settings;
  readonly choice: AgentChoice;
}

/**
 * Creates the task of a run, without its commands.
 *
 * @throws {UsageError} If a file or a sandbox that an option names cannot be used.
 * @throws {RalphError} If the reviewer's program cannot run.
 */
export async function prepareJob(
  surroundings: Surroundings,
  { id, plan, options, settings, choice }: JobParts,
): Promise<Omit<Job, keyof JobCommands>> {
  const { env, places, project, variables } = surroundings;
  return {
    planPath: plan.path,
    agent: choice.kind === "agent" ? choice.agent : null,
    settings,
    options,
    limits: limitsOf(options),
    sandbox: await chooseSandbox({
      choice: options.sandbox,
      searchPath: env.variable("PATH") ?? "",
      cwd: env.cwd,
      project,
      home: env.home,
    }),
    onlyItem: null,
    review: chooseReviewer(options.review, surroundings, settings),
    sandboxRead: settings.sandbox_read.map((path) => requirePath(surroundings, path)),
    sandboxWrite: settings.sandbox_write.map((path) => requirePath(surroundings, path)),
    extraPrompt: readExtraPrompt(env.cwd, options.prompt),
    iterationsDir: join(loopPlaces(places, id).dir, "iterations"),
    env: variables,
  };
}

/**
 * Chooses the reviewer.
 *
 * @throws {UsageError} If the option cannot be read.
 * @throws {RalphError} If its program cannot run.
 */
function chooseReviewer(
  value: string | undefined,
  { env, variables, project }: Surroundings,
  settings: Settings,
): ReviewSettings | null {
  if (value === undefined) return null;
  const { agent: line, rounds } = readReviewWish(value);
  const choice = chooseAgent({
    line,
    searchPath: variables["PATH"] ?? "",
    home: env.home,
    isSearched: searchedFolders(variables, project),
    cwd: env.cwd,
  });
  const agent = requireAgent({ choice }, "--review");
  refuseUnmeasurable(settings, agent);
  return { agent, rounds };
}

/**
 * Returns the agent, which must exist.
 *
 * @param option The option that names it, for the hint.
 * @throws {RalphError} 126 or 127, with a hint.
 */
export function requireAgent(
  { choice }: { readonly choice: AgentChoice },
  option: "--agent" | "--review" = "--agent",
): Agent {
  if (choice.kind === "agent") return choice.agent;
  throw new RalphError("agent-missing", choice.exitCode, choice.why, {
    hint: choice.near === null
      ? `Install an agent, or give a command that takes the prompt as its last argument: ${option} 'COMMAND'.`
      : `Did you mean '${option} ${choice.near}'?`,
  });
}

/**
 * Resolves a path that the user adds to the sandbox. Links are resolved once, before an agent could change
 * one.
 *
 * @throws {UsageError} If the path does not exist, or one of its links is in a folder that an agent or a
 * clone can write, and leads out of it.
 */
function requirePath(
  { env: { cwd, home }, variables, project }: Pick<Surroundings, "env" | "variables" | "project">,
  named: string,
): string {
  const path = resolve(cwd, named.replace(/^~(?=\/|$)/, home ?? "~"));
  if (!exists(path)) {
    throw new UsageError(`There is no "${path}" for the sandbox`, {
      hint: "Create it first, or leave it out of --sandbox-read, --sandbox-write and the settings.",
    });
  }
  const ground = listGround(variables, [project]);
  const followed = createFollower(createDisk(variables), ground).follow(path, true);
  if (followed !== null) return followed.real;
  throw new UsageError(
    `"${path}" is a link out of the project or of another work tree, to "${resolveLinks(path)}"`,
    { hint: "Name the folder itself for the sandbox." },
  );
}

function readExtraPrompt(cwd: string, file: string | undefined): string {
  if (file === undefined) return "";
  const path = resolve(cwd, file);
  const read = readText(path);
  if (read.kind === "text") return read.text;
  throw new UsageError(
    read.kind === "absent"
      ? `There is no prompt file "${path}"`
      : `Cannot read "${path}": ${read.why}`,
    { hint: "Name an existing text file with --prompt." },
  );
}
