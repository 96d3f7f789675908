/**
 * Runs one hook: standard input in, exactly one JSON document out, exit code 0.
 *
 * Whatever goes wrong, the stop is allowed and the user sees why; only the waking hook exits with 2.
 */
import {
  type Answer,
  type HookResult,
  NO_OPINION,
  plain,
  printAnswer,
  tellUser,
} from "./answer.ts";
import { type HookEvent, parseEvent } from "../lifecycle/event.ts";
import { makeVisible } from "../text/show_text.ts";
import { isActive } from "../store/repair/calls.ts";
import { projectPlaces } from "../store/places.ts";
import { isInSmallFolder } from "../store/files/presence.ts";
import { findHomeInside, foldersOfHook } from "../store/project.ts";
import { readStandardInput, writeText } from "../system/standard_streams.ts";
import { type HookContext, openContext } from "../lifecycle/context.ts";

type AnswerEvent = (event: HookEvent, context: HookContext) => HookResult | Promise<HookResult>;

/** The hooks by name, each loaded when it is called. */
const HOOKS: Readonly<Record<string, () => Promise<AnswerEvent>>> = {
  stop: async () => (await import("./stop/stop.ts")).answerStop,
  guard: async () => (await import("./guard/guard.ts")).answerGuard,
  archive: async () => (await import("./guard/archive.ts")).answerArchive,
  session: async () => (await import("./session/session.ts")).answerSession,
};

/** The events of each hook that does not answer all. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  stop: ["Stop"],
  guard: ["PreToolUse"],
  archive: ["PreToolUse"],
};

/**
 * Runs the hook that the command line names.
 *
 * @param args The arguments after `ralph hook`.
 * @param readInput Reads the event as text; null if the text is too large.
 * @returns The exit code: 0, or 2 if a session is to be woken.
 */
export async function runHook(
  args: readonly string[],
  readInput: () => string | null = readStandardInput,
): Promise<number> {
  // docs/start-up.md
  Error.stackTraceLimit = 0;
  const result = await answerSafely(args[0] ?? "", readInput);
  const answer = args.includes(UNGATED) ? await restoreGate(result.answer) : result.answer;
  if (result.talk.length > 0) {
    writeText(Deno.stderr, makeVisible(result.talk.map((line) => `${line}\n`).join("")));
  }
  if (result.exitCode === 0) printAnswer(answer);
  try {
    await result.afterwards?.();
  } catch {
    // The answer is written, and nothing that follows may change it.
  }
  return result.exitCode;
}

/** The entries add it if they could not read the gate. */
const UNGATED = "--ungated";

async function restoreGate(answer: Answer): Promise<Answer> {
  try {
    return (await import("./restore_gate.ts")).restoreGate(answer, openContext());
  } catch {
    // The answer counts more.
    return answer;
  }
}

/**
 * Checks whether the project has a loop's marker or record, or the home folder knows a loop of the session
 * whose marks a command removed. Without a mark the hook loads nothing more.
 */
export function hasMarks({ env, places }: Pick<HookContext, "env" | "places">): boolean {
  const folders = foldersOfHook(env);
  if (folders[0] === undefined || findHomeInside(env, folders[0]) !== null) return false;
  return folders.some((folder) => {
    const { marker, state } = projectPlaces(folder);
    return isInSmallFolder(marker, state);
  }) || isActive(places, env.sessionId);
}

async function answerSafely(
  name: string,
  readInput: () => string | null,
): Promise<HookResult> {
  let event: HookEvent | null = null;
  let context: HookContext | null = null;
  try {
    const load = Object.hasOwn(HOOKS, name) ? HOOKS[name] : undefined;
    if (load === undefined) {
      return plain(tellUser(`No hook named "${name}": run 'ralph hooks install' again`));
    }
    const text = readInput();
    context = openContext();
    if (text === null || !hasMarks(context)) return plain(NO_OPINION);
    event = parseEvent(text);
    if (event === null) return plain(NO_OPINION);
    // A hand-written registration may call a hook for another event.
    if (EVENTS[name]?.includes(event.hookEventName) === false) return plain(NO_OPINION);
    const answer = await load();
    return await answer(event, context);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const sentence = `The ${name} hook failed and was skipped: ${why}`;
    await noteFailure(name, sentence, event, context);
    return plain(tellUser(sentence), [`ralph: ${sentence}`]);
  }
}

/** Records the failure; never throws, since the user sees it in any case. */
async function noteFailure(
  name: string,
  sentence: string,
  event: HookEvent | null,
  context: HookContext | null,
): Promise<void> {
  if (context === null) return;
  try {
    const { noteTrouble } = await import("./note_trouble.ts");
    noteTrouble(context, event, { sentence, isStop: name === "stop" });
  } catch {
    // Nothing more can be done.
  }
}
