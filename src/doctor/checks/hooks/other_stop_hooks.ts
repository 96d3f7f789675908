/** Stop hooks of others: one that blocks the stop too would drive the same session. */
import { join, resolve } from "@std/path";
import { fieldOf } from "../../../registration/hook_list.ts";
import { isOurEntry, isPredecessorEntry } from "../../../registration/ours.ts";
import { listEnabledPlugins } from "../../../registration/read_status.ts";
import { removeHooks } from "../../../registration/settings_document.ts";
import type { SettingsScope } from "../../../registration/settings_file.ts";
import { isThere } from "../../../store/files/presence.ts";
import { readText } from "../../../store/files/text_file.ts";
import { quoteForShell } from "../../../text/shell_word.ts";
import { oneLine } from "../../../text/shorten.ts";
import { defineCheck, type DoctorContext, type Finding } from "../../check.ts";
import { editClientSettings, readClientSettings } from "../../client_settings.ts";

/** A Stop hook that is not ralph's. */
interface StopHook {
  /** The settings file, or the plugin. */
  readonly source: string;
  /** Null for a plugin. */
  readonly scope: SettingsScope | "managed" | null;
  /** The command; null for a hook that a model answers. */
  readonly command: string | null;
  /** What can be seen of it in its command and its script. */
  readonly blocks: "yes" | "no" | "unknown";
  /** Whether it is the official loop plugin, and that has a loop in this project. */
  readonly isLoopHere: boolean;
}

interface RemoveHook {
  readonly scope: SettingsScope;
  readonly command: string;
}

/** The file of the official plugin's loop, in the project's `.claude`. */
const OFFICIAL_LOOP = "ralph-loop.local.md";
const OFFICIAL = /\bralph-(?:loop|wiggum)\b/;
const LARGEST_SCRIPT_BYTES = 256 * 1024;
/** How a hook blocks a stop: the JSON answer, or exit code 2. */
const BLOCKS = /["']?decision["']?\s*[:=].{0,20}\bblock\b|\bexit\s*\(?\s*2\b|\bexit_code\s*=\s*2\b/;

/** The check of other Stop hooks. */
export const otherStopHooks = defineCheck<readonly StopHook[], RemoveHook>({
  id: "hooks.others",
  subject: "the Stop hooks of others",
  gather: listStopHooks,
  judge: judgeStopHooks,
  repair: (context, { scope, command }) =>
    editClientSettings(context, scope, (text) => removeHooks(text, (each) => each === command)),
});

function listStopHooks(context: DoctorContext): StopHook[] {
  const files = readClientSettings(context);
  const { places, project } = context;
  const plugins = listEnabledPlugins(places, files.map(({ value }) => value));
  const isLoopHere = isThere(join(project, ".claude", OFFICIAL_LOOP));
  const hookOf = (source: string, scope: StopHook["scope"], command: string | null) => ({
    source,
    scope,
    command,
    blocks: command === null ? "yes" as const : looksBlocking(command, context),
    isLoopHere: isLoopHere && OFFICIAL.test(`${source} ${command}`),
  });
  return [
    ...files.flatMap(({ path, scope, value }) =>
      commandsOf(value).map((command) => hookOf(path, scope, command))
    ),
    ...plugins.flatMap(({ name, entries }) =>
      entries.filter(({ event }) => event === "Stop")
        .map(({ hook }) => hookOf(name, null, hook.command))
    ),
  ].filter(({ command }) => !isOurEntry(command) && !isPredecessorEntry(command));
}

/** The commands of the Stop hooks; null for those that a model answers, which may block too. */
function commandsOf(settings: unknown): (string | null)[] {
  const groups = fieldOf(fieldOf(settings, "hooks"), "Stop");
  return (Array.isArray(groups) ? groups : []).flatMap((group) => {
    const hooks = fieldOf(group, "hooks");
    return (Array.isArray(hooks) ? hooks : []).flatMap((hook) => {
      const command = fieldOf(hook, "command");
      if (typeof command === "string") return [command];
      return ["prompt", "agent"].includes(String(fieldOf(hook, "type"))) ? [null] : [];
    });
  });
}

/** Reads the command and the files that it names; runs nothing. */
function looksBlocking(
  command: string,
  { env, project }: Pick<DoctorContext, "env" | "project">,
): StopHook["blocks"] {
  if (BLOCKS.test(command)) return "yes";
  const words = command
    .replaceAll(/\$\{?CLAUDE_PROJECT_DIR\}?/g, project)
    .replaceAll(/\$\{?HOME\}?|(?<=^|\s)~(?=\/)/g, env.home ?? "")
    .split(/[\s"';|&()]+/).filter((word) => word.includes("/"));
  let isRead = words.length === 0;
  for (const word of words.slice(0, 10)) {
    const read = readText(resolve(project, word), LARGEST_SCRIPT_BYTES);
    if (read.kind !== "text") continue;
    isRead = true;
    if (BLOCKS.test(read.text)) return "yes";
  }
  return isRead ? "no" : "unknown";
}

/** Judges the Stop hooks of others. */
export function judgeStopHooks(hooks: readonly StopHook[]): Finding<RemoveHook>[] {
  const blocking = hooks.filter(({ blocks, isLoopHere }) => blocks === "yes" || isLoopHere);
  if (blocking.length > 0) return blocking.map(judgeBlocking);
  if (hooks.length === 0) {
    return [{ id: "hooks.others", status: "pass", title: "No other Stop hook" }];
  }
  const unclear = hooks.some(({ blocks }) => blocks === "unknown");
  return [{
    id: unclear ? "hooks.others-unclear" : "hooks.others",
    status: unclear ? "unknown" : "pass",
    title: unclear
      ? "Another Stop hook is registered; whether it blocks the stop cannot be seen"
      : "Other Stop hooks are registered, and none seems to block the stop",
    detail: hooks.map(describeHook),
    ...unclear ? { advice: "If it blocks the stop, two programs would drive one session." } : {},
  }];
}

function judgeBlocking(hook: StopHook): Finding<RemoveHook> {
  const { source, scope, command, isLoopHere } = hook;
  const what = command === null ? "Remove the hook of type prompt or agent" : "Remove that hook";
  const advice = scope === null
    ? `Disable the plugin while you use ralph${isLoopHere ? ", or end its loop" : ""}.`
    : scope === "managed"
    ? "Ask your administrator about it."
    : `${what} from "${source}" while you use ralph.`;
  return {
    id: isLoopHere ? "hooks.other-loop" : "hooks.other-blocking",
    status: isLoopHere ? "fail" : "warn",
    title: isLoopHere
      ? "Another loop plugin has a loop in this project, so two loops would drive one session"
      : "Another Stop hook can block the stop, so two programs may drive one session",
    detail: [describeHook(hook)],
    advice,
    ...scope === null ? { command: `claude plugin disable ${quoteForShell(source)}` } : {},
    ...scope === null || scope === "managed" || command === null ? {} : {
      repair: {
        title: `Remove the Stop hook ${shown(command)} from "${source}"`,
        needsConsent: true,
        action: { scope, command },
      },
    },
  };
}

function describeHook({ source, command }: StopHook): string {
  return command === null
    ? `a hook of type prompt or agent in "${source}"`
    : `${shown(command)} in "${source}"`;
}

function shown(command: string): string {
  return `"${oneLine(command, 80)}"`;
}
