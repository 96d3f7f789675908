/** `ralph hooks install`. */
import { adding, line } from "../../text/again.ts";
import { basename, resolve } from "@std/path";
import { findCachedPrograms } from "../../registration/cached_program.ts";
import { isGateOf, writeGate } from "../../registration/gate.ts";
import { groupsFor } from "../../registration/hook_list.ts";
import { addHooks, findUnread, toPlainJson } from "../../registration/settings_document.ts";
import {
  changeSettingsFile,
  type ClientSettingsScope,
  readSettingsFile,
  SETTINGS_SCOPES,
  settingsPath,
} from "../../registration/settings_file.ts";
import { sayProblem, type SourceReport } from "../../registration/status.ts";
import { attempt, ConfigError, StateError, UsageError } from "../../error.ts";
import { yesOrNo } from "../core/ask.ts";
import { defineCommand, flag, JSON_OPTION } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import { readScope, SCOPE_OPTIONS, showChange } from "./change.ts";
import { show } from "../core/document.ts";
import { describeEarlierHooks } from "../migrate/migrate.ts";
import { locate, type Location, readRegistrationHere } from "../core/locate.ts";
import { addStatusLine, findInherited, readStatusLine } from "../../registration/status_line.ts";
import { readStatusLineReport } from "../../registration/read_status.ts";
import { shortenLine } from "../view/task_lines.ts";

export const install = defineCommand({
  name: "install",
  summary: "Write ralph's hooks into Claude Code's settings",
  description:
    "Replaces the entries of an older ralph; everything else is unchanged, including the " +
    "formatting. A copy of the old file is kept next to it.",
  options: [
    ...SCOPE_OPTIONS,
    flag("statusline", "Also add ralph's status line; yours is kept and shown first"),
    flag("dry-run", "Show what would change, and change nothing", { alias: "n" }),
    flag(
      "rewrite",
      "Remove comments and trailing commas: Claude Code does not read a file that has them",
    ),
    JSON_OPTION,
    flag("force", "Install even if the hooks are registered elsewhere"),
    {
      name: "program",
      type: "string",
      valueName: "PATH",
      help: "Binary that the hooks call",
      defaultText: "this one",
    },
  ],
  examples: [
    ["ralph hooks install", "For all your projects"],
    ["ralph hooks install --local", "For this project, for you alone"],
    ["ralph hooks install --statusline", "Show the loop in the status line too"],
    ["ralph hooks install --dry-run", "Show what would change"],
  ],
  run: (context, { options }) => {
    const scope = readScope(options);
    const isDryRun = options["dry-run"];
    const program = findProgram(context, options.program);
    const location = locate(context);
    const { places, project } = location;
    const path = settingsPath(scope, places, project);
    const other = options.force ? null : findOther(context, location, path);
    // A status line cannot be registered twice, since a stronger file's replaces a weaker one's.
    if (other !== null && !options.statusline) throw refuseDouble(other, location);
    const rewrites = options.rewrite || mayRewrite(context, scope, path, isDryRun);
    const isGateNew = other === null && !isGateOf(places, program);
    // Written before the hooks that read it.
    if (isGateNew && !isDryRun) writeGate(places, program);
    const changed = changeSettingsFile(location, {
      scope,
      isDryRun,
      edit: (text) => {
        const readable = text !== null && rewrites ? toPlainJson(text) : text;
        const hooked = other === null
          ? addHooks(readable, groupsFor(places.gate, program))
          : readable ?? "";
        return withStatusLine(hooked, location, { scope, program, isWanted: options.statusline });
      },
    }, context.nowMs());
    const { kind, backup, ours } = changed;
    const diff = showChange(changed, context.out.style);
    const statusLine = readStatusLineReport({ ...location, env: context.env });
    const registration = readRegistrationHere(context, location);
    const problems = [
      ...registration.problems.map(sayProblem),
      ...findCachedPrograms(registration.sources).map(sayProblem),
      ...describeEarlierHooks(places, project),
      ...options.statusline ? statusLine.problems : [],
    ];
    const result = kind !== "unchanged" || !isGateNew ? kind : isDryRun ? "shown" : "written";
    const value = { result, path, program, backup, diff, problems, status_line: statusLine };
    const what = other !== null
      ? "status line"
      : options.statusline
      ? "hooks and status line"
      : "hooks";
    const lines = {
      shown: [...diff, isGateNew && `It writes the script "${places.gate}", too.`],
      unchanged: [
        `Nothing to do: "${path}" has ralph's ${what} already, with the program "${program}".`,
      ],
      written: [
        backup !== null && `Backup: ${backup}`,
        `Installed ralph's ${what} in "${path}", with the program "${program}".`,
        ours.statusLine && statusLine.wraps !== null &&
        `Your status line is shown first: ${shortenLine(statusLine.wraps)}`,
        ours.hooks &&
        "An open window may take them at once. If nothing happens in one, restart Claude Code.",
      ],
    };
    return show(value, () => lines[result].filter((text) => text !== false).join("\n"), {
      notes: result === "shown" ? [] : problems.map((problem) => `Warning: ${problem}`),
      isData: result === "shown",
    });
  },
});

/**
 * Decides whether to rewrite a file that Claude Code cannot read; asks if there is a terminal.
 *
 * @throws {StateError} It must not be rewritten, so Claude Code would not read the hooks in it.
 */
function mayRewrite(
  { ask, out }: CommandContext,
  scope: ClientSettingsScope,
  path: string,
  isDryRun: boolean,
): boolean {
  const { text } = readSettingsFile(scope, path);
  const unread = findUnread(text);
  if (unread === null) return false;
  const sentence = `"${path}", line ${unread.line}: the file ${unread.why}`;
  if (isDryRun) {
    out.say(`Problem: ${sentence}`);
    return true;
  }
  const question = yesOrNo("Rewrite it without them? A copy is kept next to it.", "yes");
  if (ask.isPossible) out.say(`${sentence}.`);
  if (ask.choose(question) === "yes") return true;
  throw new StateError(sentence, {
    hint: "Remove them. To have them removed, with a copy of the file:",
    again: adding("--rewrite"),
  });
}

/**
 * Adds ralph's status line to the text of a file, or only updates it if none is wanted.
 *
 * @throws {ConfigError} There is a status line that is not a command, so nothing could show it.
 */
function withStatusLine(
  text: string,
  { places, project }: Location,
  { scope, program, isWanted }: {
    readonly scope: ClientSettingsScope;
    readonly program: string;
    readonly isWanted: boolean;
  },
): string {
  const present = readStatusLine(text);
  const isOurs = (present?.ours ?? null) !== null;
  if (!isWanted && !isOurs) return text;
  const path = settingsPath(scope, places, project);
  if (present?.command === null) {
    throw new ConfigError(`"${path}" has a "statusLine" that is not a command`, {
      hint: "Correct or remove it first.",
    });
  }
  // Claude Code shows only the strongest file's line, so ralph's would hide a weaker file's.
  const weaker = SETTINGS_SCOPES.slice(0, SETTINGS_SCOPES.indexOf(scope))
    .map((each) => readSettingsFile(each, settingsPath(each, places, project)))
    .filter((file) => file.path !== path);
  return addStatusLine(text, program, isOurs ? null : findInherited(weaker));
}

function findProgram(context: CommandContext, given: string | undefined): string {
  const program = given === undefined ? context.executable : resolve(context.env.cwd, given);
  if (given === undefined && basename(program) === "deno") {
    throw new UsageError("The hooks call a binary, and this is ralph run from its sources", {
      hint: "Build it with 'deno task build', or name one with --program.",
    });
  }
  if (given !== undefined && !attempt(() => Deno.statSync(program).isFile)) {
    throw new UsageError(`There is no program "${program}"`, {
      hint: "Give the path of the ralph binary.",
    });
  }
  return program;
}

function findOther(
  context: CommandContext,
  location: Location,
  path: string,
): SourceReport | null {
  const { sources } = readRegistrationHere(context, location);
  return sources.find(({ name }) => name !== path) ?? null;
}

function refuseDouble(
  { kind, name }: SourceReport,
  { places, project }: Location,
): StateError {
  const scope = SETTINGS_SCOPES.find((each) => settingsPath(each, places, project) === name);
  const where = kind === "plugin" ? `by the plugin "${name}"` : `in "${name}"`;
  return new StateError(`The hooks are registered ${where}; each event would be answered twice`, {
    ...scope === undefined
      ? { hint: `Remove it first, 'claude plugin uninstall ${name}'; --force adds them anyway.` }
      : {
        hint: "--force adds them anyway. To remove them there:",
        again: line("hooks", "uninstall", ...scope === "user" ? [] : [`--${scope}`]),
      },
  });
}
