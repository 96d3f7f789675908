/** Refuses settings with problems, for commands. Not for hooks. */
import { ConfigError } from "../../error.ts";
import { type Again, line } from "../../text/again.ts";
import type { ConfigProblem } from "./layers.ts";
import type { ResolvedSettings } from "./resolve.ts";
import { SETTING_SPECS, type Settings } from "./settings.ts";

/**
 * Refuses settings with problems, for commands.
 *
 * @throws {ConfigError} With all problems, one per line.
 */
export function requireValidSettings(resolved: ResolvedSettings): Settings {
  if (resolved.problems.length === 0) return resolved.settings;
  const sentences = resolved.problems.map(({ sentence }) => sentence);
  // A single sentence needs no heading.
  const head = sentences.length === 1 ? [] : [nameProblems(resolved.problems)];
  throw new ConfigError([...head, ...sentences].join("\n"), {
    hint: hintFor(resolved.problems),
    again: removalOf(resolved.problems),
  });
}

function nameProblems(problems: readonly ConfigProblem[]): string {
  const things = problems.every(({ layer }) => layer === "flags") ? "options" : "settings";
  return problems.every(({ kind }) => kind === "conflict")
    ? `These ${things} contradict each other`
    : `The ${things} are wrong`;
}

/** Describes where to correct each problem. */
function hintFor(problems: readonly ConfigProblem[]): string {
  const { flags, environment, files } = Object.groupBy(
    problems,
    ({ layer }) => layer === "flags" || layer === "environment" ? layer : "files",
  );
  const variables = new Set(environment?.map(variableOf));
  return [
    ...flags === undefined
      ? []
      : ["Correct the values: the command's --help explains each option."],
    ...environment === undefined ? [] : [`Unset ${[...variables].join(" and ")}, or correct it.`],
    ...files === undefined ? [] : [
      "Correct the file, or use 'ralph config set', 'ralph config unset' or 'ralph config reset'.",
    ],
  ].join(" ");
}

/** Returns the command that removes the only wrong key of a file; undefined if more must be corrected. */
function removalOf([problem, ...others]: readonly ConfigProblem[]): Again | undefined {
  if (problem === undefined || others.length > 0 || problem.kind !== "key") return undefined;
  const { key, layer } = problem;
  if (layer === "project") return line("config", "unset", key);
  return layer === "global" ? line("config", "unset", key, "--global") : undefined;
}

/**
 * Returns the name of the variable. A conflict is found after the merge, which loses the name that was set.
 */
function variableOf({ setting, source }: ConfigProblem): string {
  if (source !== "environment") return source;
  return SETTING_SPECS.find(({ key }) => key === setting)?.environment.join(" or ") ?? source;
}
