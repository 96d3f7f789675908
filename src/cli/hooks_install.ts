/**
 * `ralph hooks install`.
 *
 * @module
 */
import { basename, resolve } from "@std/path";
import { groupsFor } from "../registration/hook_list.ts";
import { HAS_SHELL } from "../registration/read_status.ts";
import { addHooks } from "../registration/settings_document.ts";
import { settingsPath } from "../registration/settings_file.ts";
import { StateError, UsageError } from "../store/error.ts";
import { defineCommand } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { SCOPE_OPTIONS } from "./hooks_options.ts";
import { changeSettings, readScope } from "./hooks_change.ts";
import { locate, type Location, readRegistrationHere } from "./locate.ts";

/** The description of `ralph hooks install`. */
export const command = defineCommand({
  name: "install",
  summary: "Writes ralph's hooks into Claude Code's settings.",
  description: "Everything else in the file stays as it is, comments and formatting too; entries " +
    "of an older or moved ralph are replaced. The old file is kept beside it.",
  options: [
    ...SCOPE_OPTIONS,
    { name: "dry-run", alias: "n", type: "boolean", help: "show what would change" },
    { name: "force", type: "boolean", help: "also where the hooks are registered elsewhere" },
    {
      name: "program",
      type: "string",
      valueName: "PATH",
      help: "the binary that the hooks call, by default this one",
    },
  ],
  examples: [
    { command: "ralph hooks install", help: "for all projects of this user" },
    { command: "ralph hooks install --local", help: "for this project and this user alone" },
    { command: "ralph hooks install --dry-run", help: "show what would change" },
  ],
  run: (context, { options }) => {
    const { out } = context;
    const scope = readScope(options);
    const program = findProgram(context, options.program);
    const location = locate(context);
    const path = settingsPath(scope, location.places, location.project);
    if (!options.force) refuseDouble(context, location, path);
    const result = changeSettings(context, location, {
      scope,
      edit: (text) => addHooks(text, groupsFor(program, HAS_SHELL)),
      installs: true,
      isDryRun: options["dry-run"],
    });
    if (result === "shown") return 0;
    if (result === "unchanged") {
      out.data(`Nothing to do: the hooks are in "${path}" and call "${program}" already.`);
    } else {
      out.data(`Installed ralph's hooks in "${path}"; they call "${program}".`);
      out.data("Restart Claude Code where it is open: it reads hooks when a session begins.");
    }
    for (const problem of readRegistrationHere(context, location).problems) {
      out.say(`Warning: ${problem}.`);
    }
    return 0;
  },
});

function findProgram(context: CommandContext, given: string | undefined): string {
  const program = given === undefined ? context.executable : resolve(context.env.cwd, given);
  if (given === undefined && /^deno(\.exe)?$/i.test(basename(program))) {
    throw new UsageError("The hooks call a binary, and this is ralph run from its sources", {
      hint: "Build it with 'deno task build', or name one with --program.",
    });
  }
  if (given !== undefined && !isFile(program)) {
    throw new UsageError(`There is no program "${program}"`, {
      hint: "Give the path of the ralph binary.",
    });
  }
  return program;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function refuseDouble(context: CommandContext, location: Location, path: string): void {
  const { sources } = readRegistrationHere(context, location);
  const other = sources.find(({ name }) => name !== path);
  if (other === undefined) return;
  const where = other.kind === "plugin" ? `the plugin "${other.name}"` : `"${other.name}"`;
  throw new StateError(`The hooks are registered in ${where}; each event would be answered twice`, {
    hint: other.kind === "plugin"
      ? "Nothing is to be installed beside the plugin; --force does it all the same."
      : "Uninstall them there first; --force installs them all the same.",
  });
}
