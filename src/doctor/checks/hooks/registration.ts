/** Whether the hooks are registered once, current, and call a program that is there. */
import { basename } from "@std/path";
import { findProgram } from "../../../process/find_program.ts";
import { listBackups, removeSpareBackups, restoreText } from "../../../registration/backups.ts";
import {
  changeSettingsFile,
  settingsPath,
  type SettingsScope,
} from "../../../registration/settings_file.ts";
import { groupsFor } from "../../../registration/hook_list.ts";
import { writeGate } from "../../../registration/gate.ts";
import { readRegistration, readStatusLineReport } from "../../../registration/read_status.ts";
import { addHooks, toPlainJson } from "../../../registration/settings_document.ts";
import { resolveLinks } from "../../../store/project.ts";
import { defineCheck, type DoctorContext } from "../../check.ts";
import { describeBackup, readClientSettings } from "../../client_settings.ts";
import {
  judgeRegistration,
  type RegistrationAction,
  type RegistrationFacts,
} from "./judge_registration.ts";

/** The check of the registration. */
export const registration = defineCheck<RegistrationFacts, RegistrationAction>({
  id: "hooks",
  subject: "where the hooks are registered",
  gather: gatherRegistration,
  judge: judgeRegistration,
  repair: (context, action) => repair(context, action),
});

function gatherRegistration(context: DoctorContext): RegistrationFacts {
  const { env, places, project, executable } = context;
  const files = readClientSettings(context).filter(({ scope }) => scope !== "managed");
  const program = /^deno(\.exe)?$/i.test(basename(executable)) ? null : executable;
  if (files.some(({ error }) => error !== null)) {
    return { sources: [], files, program, statusLine: [] };
  }
  const pluginRoot = env.variable("CLAUDE_PLUGIN_ROOT");
  const report = readRegistration({ env, places, project, pluginRoot });
  const scopeOf = (name: string) =>
    files.find(({ path }) => path === name)?.scope as SettingsScope | undefined;
  const find = (name: string) => findProgram(name, env.variable("PATH") ?? "", project);
  const isLost = (name: string) => find(name).kind !== "found";
  const isOther = (name: string) => {
    const found = find(name);
    return found.kind === "found" && resolveLinks(found.path) !== resolveLinks(executable);
  };
  return {
    sources: report.sources.map((source) => ({
      ...source,
      scope: source.kind === "plugin" ? null : scopeOf(source.name) ?? null,
      // Without a program the gate is gone.
      lost: [source.program ?? source.gate ?? ""].filter((name) => name !== "" && isLost(name)),
      others: program === null ? [] : [source.program ?? ""].filter(isOther),
    })),
    files,
    program,
    statusLine: readStatusLineReport({ env, places, project }).problems,
  };
}

function repair(context: DoctorContext, { kind, scope }: RegistrationAction): string[] {
  const { places, project, executable } = context;
  const path = settingsPath(scope, places, project);
  const edits = {
    install: (text: string | null) => addHooks(text, groupsFor(places.gate)),
    rewrite: (text: string | null) => text === null ? null : toPlainJson(text),
    // As `hooks uninstall` does.
    remove: (text: string | null) =>
      text === null ? null : restoreText(text, listBackups(path), groupsFor(places.gate)),
  };
  if (kind === "install") writeGate(places, executable);
  const { backup } = changeSettingsFile(
    context,
    { scope, edit: edits[kind], ...kind === "rewrite" ? {} : { installs: kind === "install" } },
    context.nowMs(),
  );
  if (kind === "remove") removeSpareBackups(path);
  return [
    ...describeBackup(backup),
    ...kind === "install" ? ["Restart Claude Code where it is open"] : [],
  ];
}
