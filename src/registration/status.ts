/** Judges from the client's settings whether it has ralph's hooks. Pure. */
import type { Gate } from "./gate.ts";
import {
  contentOf,
  groupsFor,
  type HookEntry,
  keyOfEntry,
  listEntries,
  nameEntry,
  PLUGIN_GROUPS,
} from "./hook_list.ts";
import { isOurEntry, readHookCommand } from "./ours.ts";

/** The states of the registration. */
export type RegistrationState = "installed" | "partly" | "not-installed" | "disabled";

/** A place where hooks are registered. */
export interface Source {
  /** The settings file's path, or the plugin's name. */
  readonly name: string;
  readonly kind: "settings" | "plugin";
  /** Where a plugin is installed; left out for a settings file. */
  readonly folder?: string;
  /** All hooks of the source, ralph's and others'. */
  readonly entries: readonly HookEntry[];
  /** The gate that its entries read, and what they call without it; null without an entry of ralph's. */
  readonly gate: Gate & { readonly fallback: string | null } | null;
  /** The reason that the client ignores the file, and its line; null if the client reads the file. */
  readonly unread?: { readonly why: string; readonly line: number } | null;
}

/** Ralph's entries in a source. */
export interface SourceReport extends Pick<Source, "name" | "kind"> {
  /** Missing entries, by name. */
  readonly missing: readonly string[];
  /** True if entries and gate are exactly those of this version, each once. */
  readonly isCurrent: boolean;
  /** The path of the gate. */
  readonly gate: string;
  /** The program that the gate calls; null without one. */
  readonly program: string | null;
  /** The program that the entries call without the gate; null if they do nothing then. */
  readonly fallback: string | null;
}

/** A problem of the registration. */
export interface RegistrationProblem {
  readonly code:
    | "settings-ignored"
    | "disabled"
    | "program-missing"
    | "program-cached"
    | "incomplete"
    | "outdated"
    | "twice";
  /** The settings file's path, or the plugin's name, in which to solve it. */
  readonly source: string;
  /** The problem as a sentence without a period. */
  readonly why: string;
  /** The remedy, to be shown after a colon. */
  readonly remedy: string;
}

/** Renders a problem and its remedy as one sentence. */
export function sayProblem({ why, remedy }: RegistrationProblem): string {
  return `${why}: ${remedy}`;
}

/** The state of the registration, its sources and problems. */
export interface RegistrationReport {
  readonly state: RegistrationState;
  /** The sources with at least one entry of ralph's. */
  readonly sources: readonly SourceReport[];
  readonly problems: readonly RegistrationProblem[];
  /** True if no registered hook starts a program. A project without a registration may have its own. */
  readonly isDead: boolean;
}

/** The facts that the report is made from. */
export interface RegistrationFacts {
  readonly sources: readonly Source[];
  /** The settings file with `disableAllHooks`; null without such a file. */
  readonly disabledBy: string | null;
  /** Checks whether a program, a path or a name on the PATH, can be started. */
  readonly canStart: (program: string) => boolean;
}

/** Judges whether the client would call ralph's hooks, and names every problem. */
export function judgeRegistration(facts: RegistrationFacts): RegistrationReport {
  const { disabledBy, canStart } = facts;
  const isComplete = ({ missing, program }: SourceReport) =>
    missing.length === 0 && program !== null && canStart(program);
  // Of several sources, the first is kept: one that works, and a plugin before the settings.
  const rank = (source: SourceReport) =>
    (isComplete(source) ? 0 : 2) + (source.kind === "plugin" ? 0 : 1);
  const sources = facts.sources.filter(({ unread }) => unread == null)
    .map(reportSource).filter((source) => source !== null)
    .toSorted((left, right) => rank(left) - rank(right));
  const [kept, ...extra] = sources;
  const problems: RegistrationProblem[] = [];
  for (const { name, unread } of facts.sources) {
    if (unread == null) continue;
    problems.push({
      code: "settings-ignored",
      source: name,
      why: `"${name}", line ${unread.line}: the file ${unread.why}`,
      remedy: "remove them, or run 'ralph hooks install --rewrite'",
    });
  }
  if (disabledBy !== null) {
    problems.push({
      code: "disabled",
      source: disabledBy,
      why: `"${disabledBy}" sets disableAllHooks, so no hook runs`,
      remedy: "remove that key",
    });
  }
  for (const source of sources) problems.push(...judgeSource(source, canStart));
  for (const { name } of extra) {
    problems.push({
      code: "twice",
      source: name,
      why: `"${kept!.name}" and "${name}" both register the hooks, so each event is answered twice`,
      remedy: "uninstall one of them",
    });
  }
  if (kept === undefined) {
    return { state: "not-installed", sources, problems, isDead: disabledBy !== null };
  }
  const isInstalled = isComplete(kept) ? "installed" : "partly";
  const state = disabledBy !== null ? "disabled" : isInstalled;
  const starts = ({ program, fallback }: SourceReport) => {
    const called = program ?? fallback;
    return called !== null && canStart(called);
  };
  return { state, sources, problems, isDead: disabledBy !== null || !sources.some(starts) };
}

/** Reports ralph's entries in a source; null if it has none. */
function reportSource({ name, kind, entries, gate }: Source): SourceReport | null {
  if (gate === null) return null;
  const { path, program, fallback, isCurrent } = gate;
  const present = entries.filter(({ hook }) => isOurEntry(hook.command));
  const wanted = listEntries(
    kind === "plugin" ? PLUGIN_GROUPS : groupsFor(path, fallback ?? program ?? "ralph"),
  );
  const calls = present.map(keyOfCall);
  const missing = wanted.filter((entry) => !calls.includes(keyOfCall(entry))).map(nameEntry);
  return {
    name,
    kind,
    missing,
    isCurrent: isCurrent && contentOf(present) === contentOf(wanted),
    gate: path,
    program,
    fallback,
  };
}

/** Makes a key that entries of all versions share if they call the same hook at the same event. */
function keyOfCall(entry: HookEntry): string {
  const command = readHookCommand(entry.hook.command)?.action ?? entry.hook.command;
  return keyOfEntry({ ...entry, hook: { ...entry.hook, command } });
}

function judgeSource(
  { name, kind, missing, isCurrent, gate, program }: SourceReport,
  canStart: RegistrationFacts["canStart"],
): RegistrationProblem[] {
  // Claude Code does not update a plugin that it reads from a folder.
  const again = kind === "plugin"
    ? "update the plugin (where it is a clone: 'git pull' in it)"
    : "run 'ralph hooks install' again";
  const problem = (code: RegistrationProblem["code"], why: string, remedy = again) => [
    { code, source: name, why, remedy },
  ];
  const hooks = `The hooks in "${name}"`;
  const lost = program === null
    ? problem("program-missing", `${hooks} read "${gate}", which does not exist`)
    : canStart(program)
    ? []
    : program.includes("/")
    ? problem("program-missing", `${hooks} call "${program}", which does not exist`)
    : problem(
      "program-missing",
      `${hooks} call "${program}", which is not on the PATH`,
      "put it there",
    );
  const form = missing.length > 0
    ? problem("incomplete", `"${name}" lacks ${missing.join(", ")}`)
    : isCurrent || program === null
    ? []
    : problem("outdated", `"${name}" is of another version than this ralph, or has a hook twice`);
  return [...lost, ...form];
}
