/**
 * The options of `ralph start`: their definitions, their meaning as settings, and the combinations that
 * are refused.
 */
import { giving, line } from "../../text/again.ts";
import { type RalphErrorOptions, UsageError } from "../../error.ts";
import { type PresetName, presetSettings, type Settings } from "../../store/settings/settings.ts";
import { flag, JSON_OPTION, type OptionSpec, type OptionValues } from "../core/command.ts";
import { settingOptions, settingsGiven } from "../core/setting_options.ts";
import { refuseBoth } from "../core/usage.ts";

/** The options of `ralph start`, in the order of the help. Hours are active hours. */
export const START_OPTIONS = [
  {
    name: "focus",
    alias: "f",
    synonyms: ["file", "focus-file", "plan"],
    type: "string",
    valueName: "FILE",
    values: "markdown",
    help: "Markdown file that describes the task",
    defaultText: "a plan that ralph finds",
  },
  flag("no-focus", "Work without a plan: explore what could be improved"),
  flag("poc", "Short limits: 5 to 10 minutes, 10 to 20 turns"),
  flag("production", "Default limits: 4 to 9 hours, 50 to 99 turns"),
  flag("until-done", "End as soon as the task is done: no minimums", { alias: "u" }),
  flag("eternal", "Keep going after success; only a limit, a block or you end it"),
  flag("no-validation", "End without validation rounds"),
  ...settingOptions("start"),
  {
    name: "promise",
    type: "string",
    valueName: "TEXT",
    help: "Let the agent end the loop with <promise>TEXT</promise>",
  },
  {
    name: "verify",
    type: "list",
    valueName: "COMMAND",
    help: "Command that must exit with 0 before success ends the loop",
  },
  {
    name: "session",
    type: "string",
    valueName: "ID",
    help: "Session that owns the loop",
    defaultText: "this session, else the next",
  },
  flag("resume", "Resume the loop that waits here, with its counters"),
  flag("trust", "Trust the commands that the project's files name"),
  flag("keep-guidance", "Keep the guidance that was given before"),
  flag("strict", "Do not start if there are critical constraints"),
  flag("skip-constraint-scan", "Do not scan for constraints"),
  flag("yes", "Do not ask: use the plan that is found", { alias: "y" }),
  flag("dry-run", "Show what would be started, and start nothing"),
  JSON_OPTION,
] as const satisfies readonly OptionSpec[];

/** Options of `ralph run` that a session cannot support, with the reason. */
export const NOT_IN_A_SESSION: Readonly<Record<string, string>> = {
  "--max-cost-usd": "Claude Code writes a session's cost only when it exits: use --max-tokens.",
};

/** The values of {@linkcode START_OPTIONS} in a call. */
export type StartOptions = OptionValues<typeof START_OPTIONS>;

/** The settings of the options, which are the strongest layer of the loop. */
export interface StartFlags {
  readonly preset: PresetName | null;
  readonly flags: Partial<Settings>;
}

/**
 * Converts options into settings: first the preset, then individually given values.
 *
 * @throws {UsageError} Options contradict each other.
 */
export function readFlags(options: StartOptions): StartFlags {
  refuseBoth(options, "poc", "production");
  refuseBoth(
    options,
    "eternal",
    "until-done",
    "--until-done ends as soon as the task is done; --eternal never ends on success.",
  );
  refuseEmpty("--promise wants a text", options.promise, {
    hint: "Give the text that the agent is to say, such as --promise DONE.",
  });
  const preset = options.poc ? "poc" : options.production ? "production" : null;
  const limits = settingsGiven("start", options);
  const given: Partial<Record<keyof Settings, unknown>> = {
    ...limits,
    promise: options.promise?.trim(),
    verify: options.verify.length > 0 ? [...options.verify] : undefined,
    eternal: options.eternal ? true : undefined,
    enable_validation_phase: options["no-validation"] ? false : undefined,
  };
  return {
    preset,
    flags: {
      ...(preset === null ? {} : yieldingTo(limits, presetSettings(preset))),
      ...(options["until-done"] ? { min_hours: 0, min_iterations: 0 } : {}),
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    },
  };
}

/** Lowers a preset's minimums to a maximum that was given individually. */
function yieldingTo(limits: Partial<Settings>, preset: Partial<Settings>): Partial<Settings> {
  return {
    ...preset,
    min_hours: Math.min(preset.min_hours ?? 0, limits.max_hours ?? Infinity),
    min_iterations: Math.min(preset.min_iterations ?? 0, limits.max_iterations ?? Infinity),
  };
}

/** Refuses a value that is not a session id of Claude Code, since no session would drive the loop. */
export function refuseWrongSession({ session }: StartOptions): void {
  refuseEmpty("--session wants an id", session, {
    hint: "Leave it out: then the next session that begins here, or gets a prompt, takes the loop.",
  });
  if (session === undefined || UUID.test(session)) return;
  throw new UsageError(`--session wants the id of a session, a UUID, found "${session}"`, {
    hint: "Claude Code accepts no other. A new id:",
    again: giving("--session", crypto.randomUUID()),
  });
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function refuseEmpty(wanted: string, given: string | undefined, options: RalphErrorOptions): void {
  if (given?.trim() === "") throw new UsageError(`${wanted}, found an empty text`, options);
}

/** The options that can be combined with `--resume`. */
const BESIDE_RESUME: ReadonlySet<string> = new Set(["resume", "session", "yes", "json"]);

/** Refuses words and options that `--resume` would ignore. */
export function refuseBesideResume(task: readonly string[], given: ReadonlySet<string>): void {
  const others = [...given].filter((name) => !BESIDE_RESUME.has(name)).map(nameOption);
  const [other] = [...others, ...task];
  if (other === undefined) return;
  throw new UsageError(`--resume continues the loop as it was started, found '${other}' too`, {
    hint: "'ralph config set' changes settings that were not flags of that start.",
    again: line("start", "--resume"),
  });
}

/** Names an option as the help does, since a user who typed `-f` may not know `--focus`. */
function nameOption(name: string): string {
  const option: OptionSpec | undefined = START_OPTIONS.find((each) => each.name === name);
  const alias = option?.alias;
  return `${alias === undefined ? "" : `-${alias}, `}--${name}`;
}
