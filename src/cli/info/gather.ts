/**
 * Gathers the facts for a bug report, without secrets: versions, system, terminal, folders, changed
 * settings, the last stops, and the findings of the checks.
 */
import { attempt } from "../../error.ts";
import { findSecrets, maskTexts } from "../../run/terminal/secrets.ts";
import { readLastJsonLines } from "../../store/files/jsonl.ts";
import { loadSettings } from "../../store/settings/load.ts";
import { SETTING_SPECS } from "../../store/settings/settings.ts";
import type { CommandContext } from "../core/context.ts";
import { readRegistrationHere } from "../core/locate.ts";
import type { Check, Checkup } from "../doctor/check.ts";
import { findClient } from "../doctor/checks/client.ts";
import { runChecks } from "../doctor/run_checks.ts";
import { findChannel } from "../update/channel.ts";
import { gatherProgramFacts, nameVersion } from "../update/program_facts.ts";

const MOST_STOPS = 5;

/** The facts for a bug report; secrets in every text are masked, and the home folder is `~`. */
export type BugInfo = Awaited<ReturnType<typeof gatherInfo>>;

/** Gathers the facts; this also runs the checks. */
export async function gatherInfo(
  checks: readonly Check[],
  checkup: Checkup,
  context: Pick<CommandContext, "version" | "executable">,
) {
  const { env, variables, places, project } = checkup;
  const [findings, client] = await Promise.all([runChecks(checks, checkup), findClient(checkup)]);
  const { settings, origins } = loadSettings({ places, project, env, loop: null });
  const { maskCut } = findSecrets(variables);
  const changed = SETTING_SPECS.filter(({ key }) => origins[key] !== "built-in")
    .map(({ key, type }) => {
      const value = settings[key];
      // A command or a text may contain a secret in any form.
      const isFree = Array.isArray(value) || typeof value === "string" && !("choices" in type);
      return `${key} = ${isFree ? "…" : value} (${origins[key]})`;
    });
  const stops = (attempt(() => readLastJsonLines(places.historyFile, MOST_STOPS)) ?? [])
    .map(({ ended_at, code, driver, iterations }) =>
      `${ended_at} ${code} (${driver}, ${iterations} turns)`
    );
  const program = gatherProgramFacts(context);
  const info = {
    ralph: `${nameVersion(context.version).replace(/^ralph /, "")}, "${program.path}"`,
    /** The channel by which it was installed. */
    channel: findChannel(program).name,
    /** The registration of the hooks in Claude Code. */
    hooks: describeHooks(checkup),
    system: `${Deno.build.os} ${Deno.osRelease()}, ${Deno.build.arch}`,
    terminal: describeTerminal(variables),
    claude: client.output === null
      ? client.search.kind === "found" ? `unknown version: ${client.why}` : "not on the PATH"
      : `${client.output}, "${"path" in client.search ? client.search.path : ""}"`,
    folders: [
      `project "${project}"`,
      `ralph "${places.ralphHome}"`,
      `Claude Code "${places.claudeDir}"`,
    ],
    /** `key = value (layer)`; free texts are left out. */
    settings: changed,
    /** The last loops of all projects, the newest last. */
    lastStops: stops,
    /** Ids of the findings that are not passes. */
    findings: findings.filter(({ status }) => status !== "pass")
      .map(({ status, id }) => `${status} ${id}`),
  };
  const { home } = env;
  const shorten = (text: string) =>
    home === null || home === "/" ? text : text.replaceAll(home, "~");
  return maskTexts({ maskCut: (text) => shorten(maskCut(text)) }, info);
}

function describeHooks({ env, places, project }: Checkup): string {
  const report = attempt(() => readRegistrationHere({ env }, { places, project }));
  if (report === null) return "unknown: a settings file cannot be read";
  const { state, sources } = report;
  const named = sources.map(({ name, kind }) => kind === "plugin" ? `plugin ${name}` : `"${name}"`);
  return [state, ...named].join(", ");
}

function describeTerminal(variables: Readonly<Record<string, string>>): string {
  const names = ["TERM", "TERM_PROGRAM", "LANG", "LC_ALL", "NO_COLOR", "TMUX", "CI"];
  const set = names.filter((name) => (variables[name] ?? "") !== "")
    // The values of the other variables are paths or sockets.
    .map((name) => ["TMUX", "CI"].includes(name) ? `${name} set` : `${name}=${variables[name]}`);
  const streams = [
    ...Deno.stdin.isTerminal() ? ["input"] : [],
    ...Deno.stdout.isTerminal() ? ["output"] : [],
  ];
  const size = attempt(() => Deno.consoleSize());
  return [
    streams.length === 0 ? "no terminal" : `terminal for ${streams.join(" and ")}`,
    ...size === null ? [] : [`${size.columns}x${size.rows}`],
    ...set,
  ].join(", ");
}
