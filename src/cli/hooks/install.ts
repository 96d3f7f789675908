/** `ralph hooks install`. */
import { basename, resolve } from "@std/path";
import { writeGate } from "../../registration/gate.ts";
import { groupsFor } from "../../registration/hook_list.ts";
import { addHooks, findUnread, toPlainJson } from "../../registration/settings_document.ts";
import {
  readSettingsFile,
  settingsPath,
  type SettingsScope,
} from "../../registration/settings_file.ts";
import type { SourceReport } from "../../registration/status.ts";
import { attempt, StateError, UsageError } from "../../error.ts";
import { yesOrNo } from "../core/ask.ts";
import { defineCommand, flag, JSON_OPTION } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import { changeSettings, readScope, SCOPE_OPTIONS } from "./change.ts";
import { locate, type Location, readRegistrationHere, readStatusLineHere } from "../core/locate.ts";
import { shortenLine } from "../view/task_lines.ts";
import { StatusLineEdit } from "./status_line.ts";

export const install = defineCommand({
  name: "install",
  summary: "Write ralph's hooks into Claude Code's settings",
  description: "Everything else in the file stays as it is, comments and formatting too; entries " +
    "of an older or moved ralph are replaced. A copy of the old file is kept beside it.",
  options: [
    ...SCOPE_OPTIONS,
    flag("statusline", "Add ralph's status line too; yours stays and is shown first"),
    flag("dry-run", "Show what would change, and change nothing", { alias: "n" }),
    flag(
      "rewrite",
      "Remove comments and trailing commas: Claude Code does not read a file that has them",
    ),
    JSON_OPTION,
    flag("force", "Install even where the hooks are registered elsewhere"),
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
    const { out } = context;
    const scope = readScope(options);
    const program = findProgram(context, options.program);
    const location = locate(context);
    const path = settingsPath(scope, location.places, location.project);
    const other = options.force ? null : findOther(context, location, path);
    // The status line is not registered twice: a stronger file's replaces a weaker one's.
    if (other !== null && !options.statusline) throw refuseDouble(other);
    const line = new StatusLineEdit(location, scope);
    const rewrites = options.rewrite || mayRewrite(context, scope, path, options["dry-run"]);
    // Before the hooks that read it.
    const hasNewGate = !options["dry-run"] && other === null &&
      writeGate(location.places, program);
    const { kind: settingsKind, backup, diff } = changeSettings(context, location, {
      scope,
      edit: (text) => {
        const readable = text !== null && rewrites ? toPlainJson(text) : text;
        const hooked = other === null
          ? addHooks(readable, groupsFor(location.places.gate))
          : readable ?? "";
        return line.add(hooked, program, options.statusline);
      },
      ...other === null ? { installs: true } : {},
    }, options["dry-run"]);
    const kind = settingsKind === "unchanged" && hasNewGate ? "written" : settingsKind;
    if (settingsKind === "written") line.remember();
    const { problems: hookProblems } = readRegistrationHere(context, location);
    const statusLine = readStatusLineHere(context, location);
    const problems = [...hookProblems, ...options.statusline ? statusLine.problems : []];
    if (options.json) {
      out.json({ result: kind, path, program, backup, diff, problems, status_line: statusLine });
      return 0;
    }
    if (kind === "shown") out.data(diff.join("\n"));
    const what = other !== null
      ? "status line"
      : options.statusline
      ? "hooks and status line"
      : "hooks";
    const [are, they] = other === null ? ["are", "they call"] : ["is", "it calls"];
    if (kind === "unchanged") {
      const call = they.replace(/^\w+ /, "");
      out.text(`Nothing to do: the ${what} ${are} in "${path}" and ${call} "${program}" already.`);
    }
    if (kind === "written") {
      if (backup !== null) out.text(`Backup: ${backup}`);
      out.text(`Installed ralph's ${what} in "${path}"; ${they} "${program}".`);
      if (line.hasChanged && statusLine.wraps !== null) {
        out.text(`Your status line is shown first: ${shortenLine(statusLine.wraps)}`);
      }
      if (other === null && settingsKind === "written") {
        out.text("Restart Claude Code where it is open: it reads hooks when a session begins.");
      }
    }
    if (kind !== "shown") { for (const problem of problems) out.say(`Warning: ${problem}`); }
    return 0;
  },
});

/**
 * Tells whether to rewrite a file that Claude Code does not read; asks where there is a terminal.
 *
 * @throws {StateError} It must stay as it is: in such a file Claude Code would not read the hooks.
 */
function mayRewrite(
  { ask, out }: CommandContext,
  scope: SettingsScope,
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
  const question = yesOrNo("Rewrite it without them? A copy is kept beside it.", "yes");
  if (ask.isPossible) out.say(`${sentence}.`);
  if (ask.choose(question) === "yes") return true;
  throw new StateError(sentence, {
    hint: "Remove them, or run ralph hooks install --rewrite, which keeps a copy.",
  });
}

function findProgram(context: CommandContext, given: string | undefined): string {
  const program = given === undefined ? context.executable : resolve(context.env.cwd, given);
  if (given === undefined && /^deno(\.exe)?$/i.test(basename(program))) {
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

function refuseDouble({ kind, name }: SourceReport): StateError {
  return kind === "plugin"
    ? new StateError(`The plugin "${name}" already registers the hooks: nothing to do`, {
      hint: "--force adds them anyway.",
    })
    : new StateError(
      `The hooks are registered in "${name}"; each event would be answered twice`,
      { hint: "Uninstall them there first; --force adds them anyway." },
    );
}
