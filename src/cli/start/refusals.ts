/**
 * What `start` refuses, as it would be passed over in silence or never work.
 *
 * @module
 */
import { UsageError } from "../../error.ts";
import type { Focus } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";

/** The options that mean something beside `--resume`. */
const BESIDE_RESUME: ReadonlySet<string> = new Set(["resume", "session", "yes", "json"]);

/**
 * The task that was given as text.
 *
 * @param words The words of the command line.
 * @returns The task; null where none was given.
 * @throws {UsageError} It was given and is empty, as an unset variable makes it.
 */
export function readTask(words: readonly string[]): string | null {
  const task = words.join(" ").trim();
  if (task !== "") return task;
  if (words.length === 0) return null;
  throw new UsageError("The task is empty", {
    hint: 'Say what is to be done: ralph start "add dark mode", or name a plan with -f FILE.',
  });
}

/**
 * A loop without anything to do runs for hours: whoever wants that says so.
 *
 * @param task The task; null where none was given.
 * @param focus What the loop would work on.
 * @param found What discovery says of it.
 * @throws {UsageError} There is neither a task nor a plan.
 */
export function refuseNothingToDo(
  task: string | null,
  focus: Focus,
  found: readonly string[],
): void {
  if (task !== null || focus.path !== null || focus.candidates.length > 0) return;
  throw new UsageError(`Nothing to work on: ${found.join("; ")}`, {
    hint: "Name a plan with -f FILE or give a task; --no-focus lets ralph look for work itself.",
  });
}

/** @throws {UsageError} A focus file was named, and none was wanted. */
export function refuseTwoFocuses(
  options: { readonly focus: string | undefined; readonly "no-focus": boolean },
): void {
  if (options.focus === undefined || !options["no-focus"]) return;
  throw new UsageError("--focus and --no-focus exclude each other", {
    hint: "Give one of them.",
  });
}

/** No session has an empty id: nobody would ever drive the loop. */
export function refuseEmptySession(session: string | undefined): void {
  if (session === undefined || session.trim() !== "") return;
  throw new UsageError("--session wants an id, found an empty one", {
    hint:
      "Leave it out: then the next session that begins here, or gets a prompt, drives the loop.",
  });
}

/** What would be passed over in silence is refused. */
export function refuseBesideResume(task: readonly string[], given: ReadonlySet<string>): void {
  const others = [...given].filter((name) => !BESIDE_RESUME.has(name)).map((name) => `--${name}`);
  const [found] = [...others, ...task];
  if (found === undefined) return;
  throw new UsageError(`--resume goes on with the loop as it was started, found '${found}' too`, {
    hint: "Leave it out; 'ralph config set' changes what was no flag of that start.",
  });
}

/** A limit that cannot be measured is refused, never ignored. */
export function refuseUnmeasurable(settings: Settings): void {
  if (settings.max_cost_usd === null) return;
  throw new UsageError("The cost of a session cannot be measured while it runs", {
    hint: "Claude Code writes it down only when it exits: set max_tokens instead of max_cost_usd.",
  });
}
