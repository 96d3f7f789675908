/**
 * Runs a slash command before the prompt reaches a model. Its output becomes the reason for blocking the
 * prompt, so no request is sent. Only `start` passes its prompt on, together with its output.
 */
import { SLASH_PREFIX } from "../text/command_name.ts";
import { join } from "@std/path";
import { type Answer, named, NO_OPINION, tellUser } from "../hook/answer.ts";
import { type HookEvent, parseEvent } from "../lifecycle/event.ts";
import { type Environment, readEnvironment } from "../store/environment.ts";
import { attempt, messageOf } from "../error.ts";
import { writeAtomic } from "../store/files/atomic_file.ts";
import { withLock } from "../store/files/lock.ts";
import { readText } from "../store/files/text_file.ts";
import { type Places, placesOf, sharedLock } from "../store/places.ts";
import { createAsk } from "./core/ask.ts";
import { BUILD, type CommandContext } from "./core/context.ts";
import { runCli } from "./core/dispatch.ts";
import { createOutput } from "./core/output.ts";
import { COMMANDS } from "./registry.ts";
import { splitWritten, type WrittenWord } from "../text/split_words.ts";

/** Maximum number of characters sent to the model; Claude Code accepts up to 10,000. */
const MOST_CHARACTERS = 9_000;

/** Number of prompts remembered as answered, more than are ever in progress at once. */
const PROMPTS_KEPT = 20;

/** Commands that need their own terminal. */
const TERMINAL_ONLY: ReadonlySet<string> = new Set(["run", "demo", "hook"]);

/** Today's commands, by their names in the earlier plugin. */
const OTHER_NAMES: Readonly<Record<string, string>> = { "audit-now": "validate" };

interface SlashCommand {
  readonly name: string;
  readonly args: readonly WrittenWord[];
}

/**
 * Reads the command and the arguments of a slash command.
 *
 * @returns Null if the prompt is not one of ralph's slash commands.
 */
function readSlashCommand(prompt: string): SlashCommand | null {
  if (!prompt.startsWith(SLASH_PREFIX)) return null;
  const match = /^([a-z][a-z-]*)(?:\s+([\s\S]*))?$/.exec(
    prompt.slice(SLASH_PREFIX.length).trimEnd(),
  );
  if (match === null) return null;
  const [, typed = "", rest = ""] = match;
  const name = Object.hasOwn(OTHER_NAMES, typed) ? OTHER_NAMES[typed] ?? typed : typed;
  return { name, args: splitWritten(rest) };
}

/**
 * Answers a prompt that may be a slash command.
 *
 * @returns The hook's answer; null if the prompt is not one of ralph's commands.
 */
export async function answerSlashCommand(input: string): Promise<Answer | null> {
  const event = parseEvent(input);
  if (event?.hookEventName !== "UserPromptSubmit" || event.agentId) return null;
  const command = readSlashCommand(event.prompt);
  const env = readEnvironment();
  if (command === null || env.isInsideRun) return null;
  if (!isFirstToAnswer(placesOf(env), event)) return NO_OPINION;
  if (TERMINAL_ONLY.has(command.name)) {
    return blocked(`'ralph ${command.name}' works in a terminal, not in a session.`);
  }
  return await run(command, event, env);
}

async function run(
  command: SlashCommand,
  event: HookEvent,
  env: Environment,
): Promise<Answer> {
  let text = "";
  let passes = false;
  let lineForUser: string | null = null;
  const sink = {
    writeSync: (bytes: Uint8Array) => {
      text += new TextDecoder().decode(bytes);
      return bytes.length;
    },
  };
  const out = createOutput({
    stdout: sink,
    stderr: sink,
    colorOut: false,
    colorTalk: false,
    width: columns(),
  });
  const context: CommandContext = {
    out,
    ask: createAsk(out, null),
    // The client knows the command, so the session has the plugin, even if a settings file has this hook.
    env: { ...env, place: "plugin", sessionId: env.sessionId ?? (event.sessionId || null) },
    nowMs: Date.now,
    executable: Deno.execPath(),
    readInput: () => "",
    version: BUILD,
    prompt: {
      permissionMode: event.permissionMode ?? null,
      passPrompt: (line) => {
        passes = true;
        lineForUser = line;
      },
    },
  };
  try {
    const words = [command.name, ...command.args.map(({ word }) => word)];
    const written = [command.name, ...command.args.map(({ written }) => written)];
    await runCli(words, context, COMMANDS, written);
  } catch (error) {
    return blocked(`Error: ${messageOf(error)}`);
  }
  return passes ? passed(text, lineForUser) : blocked(text);
}

/** Blocks the prompt. A single sentence gets the usual prefix `ralph:`; a block has its own first column. */
function blocked(text: string): Answer {
  const reason = text.trimEnd() || "Done.";
  const isSentence = /^[^{\n]*$|^Error: /.test(reason);
  return { decision: "block", reason: isSentence ? named(reason) : reason };
}

function passed(text: string, lineForUser: string | null): Answer {
  return {
    ...(lineForUser === null ? {} : tellUser(lineForUser)),
    hookSpecificOutput: {
      hookEventName: "UserPromptSubmit",
      additionalContext: text.slice(0, MOST_CHARACTERS),
    },
  };
}

/**
 * Counts the columns of an answer. The client indents it by two columns, and wraps it at nine tenths of
 * the terminal's width, which is in `COLUMNS`.
 */
function columns(): number {
  const terminal = Number(Deno.env.get("COLUMNS"));
  return Number.isInteger(terminal) && terminal > 0
    ? Math.max(40, Math.min(Math.floor(terminal * 0.9) - 4, 100))
    : 80;
}

/**
 * Claims the prompt for this process. If both the plugin and the settings register the hooks, the client
 * calls both for every prompt. Without ids or without the lock, the claim succeeds.
 */
function isFirstToAnswer(
  places: Places,
  { sessionId: session, promptId: prompt }: Pick<HookEvent, "sessionId" | "promptId">,
): boolean {
  if (session === "" || prompt === "") return true;
  const file = join(places.ralphHome, "answered-prompts.jsonl");
  const name = JSON.stringify([session, prompt]);
  const claim = () => {
    const read = readText(file);
    const answered = read.kind === "text" ? read.text.split("\n").filter(Boolean) : [];
    if (answered.includes(name)) return false;
    writeAtomic(file, `${[...answered, name].slice(-PROMPTS_KEPT).join("\n")}\n`);
    return true;
  };
  return attempt(() => withLock(sharedLock(places, "prompts"), {}, claim)) ?? true;
}
