/** Checks other programs' Stop hooks: one that also blocks the stop would drive the same session. */
import { join, resolve } from "@std/path";
import { fieldOf, listEntries } from "../../../registration/hook_list.ts";
import { isEarlierEntry } from "../../migrate/migrate.ts";
import { isOurEntry } from "../../../registration/ours.ts";
import { findOtherLoop, isOfOfficialLoop } from "../../../registration/other_loops.ts";
import { listEnabledPlugins } from "../../../registration/read_status.ts";
import { removeHooks } from "../../../registration/settings_document.ts";
import { readText } from "../../../store/files/text_file.ts";
import { showCommand } from "../../../text/shell_word.ts";
import { oneLine } from "../../../text/shorten.ts";
import { type Checkup, type DoctorFinding, fail, warn } from "../check.ts";
import { editClientSettings, readClientSettings } from "../client_settings.ts";

const LARGEST_SCRIPT_BYTES = 256 * 1024;
/** The ways in which a hook blocks a stop: its JSON answer, or exit code 2. */
const BLOCKS = /["']?decision["']?\s*[:=].{0,20}\bblock\b|\bexit\s*\(?\s*2\b|\bexit_code\s*=\s*2\b/;

/** Yields each Stop hook that seems to block the stop, without running any. */
export function* otherStopHooks(checkup: Checkup): Generator<DoctorFinding, string> {
  const hooks = listStopHooks(checkup);
  const loopFile = findOtherLoop(checkup.project);
  if (loopFile !== null) {
    yield fail(
      "hooks.other-stop-hook",
      "A loop of the ralph-loop plugin is active in this project, so two loops would drive one session",
      {
        detail: [`"${join(checkup.project, loopFile)}"`],
        advice: "End it before you start a loop of ralph:",
        command: showCommand(["rm", join(checkup.project, loopFile)]),
      },
    );
  }
  for (const hook of hooks) {
    const { source, scope, command } = hook;
    const isOfficial = isOfOfficialLoop(`${source} ${command}`);
    if (!isOfficial && !looksBlocking(hook, checkup)) continue;
    const shown = `"${oneLine(command, 80)}"`;
    const remove = (text: string) => removeHooks(text, (each) => each === command);
    const title = "Another Stop hook can block the stop, so two programs may drive one session";
    yield warn("hooks.other-stop-hook", title, {
      detail: [`${shown} in "${source}"`],
      advice: scope === null
        ? isOfficial
          ? "Do not use its loops and ralph's at the same time, or disable it."
          : "Disable the plugin while you use ralph."
        : scope === "managed"
        ? "Ask your administrator about it."
        : `Remove it from "${source}" while you use ralph.`,
      command: scope === null ? showCommand(["claude", "plugin", "disable", source]) : undefined,
      fix: scope === null || scope === "managed" ? undefined : {
        title: `Remove the Stop hook ${shown} from "${source}"`,
        needsConsent: true,
        apply: () => editClientSettings(checkup, scope, remove),
      },
    });
  }
  return hooks.length === 0 ? "No other Stop hook" : "No other Stop hook seems to block the stop";
}

function listStopHooks(checkup: Checkup) {
  const files = readClientSettings(checkup);
  const plugins = listEnabledPlugins(checkup.places, files.map(({ value }) => value));
  const sources = [
    ...files.map(({ path, scope, value }) => ({
      source: path,
      scope,
      entries: listEntries(fieldOf(value, "hooks")),
      root: "",
    })),
    ...plugins.map(({ name, entries, folder = "" }) => ({
      ...{ source: name, scope: null, entries },
      root: folder,
    })),
  ];
  return sources.flatMap(({ source, scope, entries, root }) =>
    entries.filter(({ event }) => event === "Stop").map(({ hook: { command } }) => ({
      source,
      scope,
      command,
      root,
    }))
  ).filter(({ command }) => !isOurEntry(command) && !isEarlierEntry(command));
}

/** Checks whether a command, or a file that it names, looks as if it blocks the stop. */
function looksBlocking(
  { command, root }: Pick<ReturnType<typeof listStopHooks>[number], "command" | "root">,
  { env, project }: Checkup,
): boolean {
  if (BLOCKS.test(command)) return true;
  const words = command
    .replaceAll(/\$\{?CLAUDE_PROJECT_DIR\}?/g, project)
    .replaceAll(/\$\{?CLAUDE_PLUGIN_ROOT\}?/g, root)
    .replaceAll(/\$\{?HOME\}?|(?<=^|\s)~(?=\/)/g, env.home ?? "")
    .split(/[\s"';|&()]+/).filter((word) => word.includes("/"));
  return words.slice(0, 10).some((word) => {
    const read = readText(resolve(project, word), LARGEST_SCRIPT_BYTES);
    return read.kind === "text" && BLOCKS.test(read.text);
  });
}
