/**
 * What a bug report needs, without secrets: versions, system, terminal, folders, settings that were
 * changed, the last stops, and what the checks found.
 */
import { attempt } from "../../error.ts";
import { findSecrets, MASK, maskTexts } from "../../run/terminal/secrets.ts";
import { readLastJsonLines } from "../../store/files/jsonl.ts";
import { loadSettings } from "../../store/settings/load.ts";
import { SETTING_SPECS } from "../../store/settings/settings.ts";
import { shorten } from "../../text/shorten.ts";
import type { Check, Checkup } from "./check.ts";
import { findClient } from "./checks/client.ts";
import { runChecks } from "./run_checks.ts";

/** The summary; every text is masked, and the home folder is `~`. */
export interface DoctorInfo {
  readonly ralph: string;
  readonly system: string;
  readonly terminal: string;
  readonly claude: string;
  readonly folders: readonly string[];
  /** `key = value (layer)`. */
  readonly settings: readonly string[];
  /** The last loops of all projects, the newest last. */
  readonly lastStops: readonly string[];
  /** Ids of what did not pass. */
  readonly findings: readonly string[];
}

const MOST_STOPS = 5;
/** A list of commands may be long. */
const MOST_CHARACTERS = 300;

/** Gathers the summary; the checks run too. */
export async function gatherInfo(
  checks: readonly Check[],
  checkup: Checkup,
  { version, commit, target, deno }: Record<"version" | "commit" | "target" | "deno", string>,
): Promise<DoctorInfo> {
  const { env, variables, places, project, executable } = checkup;
  const [findings, client] = await Promise.all([runChecks(checks, checkup), findClient(checkup)]);
  const { settings, origins } = loadSettings({ places, project, env, loop: null });
  const clean = createMask(variables, env.home);
  const changed = SETTING_SPECS.filter(({ key }) => origins[key] !== "built-in")
    .map(({ key }) => {
      // Masked before it is cut: half a secret is not recognized.
      const value = shorten(clean(JSON.stringify(settings[key])), MOST_CHARACTERS);
      return `${key} = ${value} (${origins[key]})`;
    });
  const stops = (attempt(() => readLastJsonLines(places.historyFile, MOST_STOPS)) ?? [])
    .map(({ ended_at, code, driver, iterations }) =>
      `${ended_at} ${code} (${driver}, ${iterations} iterations)`
    );
  const info: DoctorInfo = {
    ralph: `${version} (commit ${commit}, ${target}, Deno ${deno}), "${executable}"`,
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
    settings: changed,
    lastStops: stops,
    findings: findings.filter(({ status }) => status !== "pass")
      .map(({ status, id }) => `${status} ${id}`),
  };
  return maskTexts({ maskCut: clean }, info);
}

function describeTerminal(variables: Readonly<Record<string, string>>): string {
  const names = ["TERM", "TERM_PROGRAM", "LANG", "LC_ALL", "NO_COLOR", "TMUX", "CI"];
  const set = names.filter((name) => (variables[name] ?? "") !== "")
    // The value of the others is a path or a socket.
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

const SECRET_WORD = "(?:key|token|secret|passw(?:or)?d|passphrase|credential)s?";
/** A plain number is a limit, such as `max_tokens=100`. */
const VALUE = `(?!\\d+\\b)(?:"[^"]*"|'[^']*'|[^\\s"',\\]]+)`;
/** Assignments and options whose value is a secret, by their name. */
const NAMED_SECRETS = [
  new RegExp(`(--[\\w-]*${SECRET_WORD}[\\w-]*\\s+)${VALUE}`, "gi"),
  new RegExp(`([\\w-]*${SECRET_WORD}[\\w-]*["']?(?:=|:\\s*))${VALUE}`, "gi"),
];
const USER_OPTION = /(\s(?:-u|--user)[\s=]+)[^\s"']+/g;
const BEARER = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/g;
/** An address may have a secret anywhere after its host. */
const ADDRESS = /\b([a-z][\w+.-]*:\/\/)(?:[^\s/@"']+@)?([^\s/"'?#]+)[/?#][^\s"']*/gi;

/**
 * Makes the function that masks secrets and shortens the home folder.
 *
 * @param variables The environment: values of secrets in it are masked wherever they are.
 * @param home The home folder; null where it is unknown.
 */
export function createMask(
  variables: Readonly<Record<string, string>>,
  home: string | null,
): (text: string) => string {
  const { mask } = findSecrets(variables);
  return (text) => {
    const cleaned = mask(text)
      .replace(ADDRESS, (_all, scheme, host) => `${scheme}${host}/${MASK}`)
      .replace(USER_OPTION, `$1${MASK}`)
      .replace(BEARER, `$1 ${MASK}`);
    const masked = NAMED_SECRETS.reduce(
      (line, pattern) => line.replace(pattern, `$1${MASK}`),
      cleaned,
    );
    return home === null || home === "/" ? masked : masked.replaceAll(home, "~");
  };
}
