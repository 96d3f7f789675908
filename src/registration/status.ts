/**
 * Whether the client has our hooks, from what its settings say. Pure.
 *
 * @module
 */
import { groupsFor, type HookEntry, keyOfEntry, listEntries, nameEntry } from "./hook_list.ts";
import { isOurEntry, isPredecessorEntry, readHookCommand } from "./ours.ts";

/** Whether the hooks would be called. */
export type RegistrationState = "installed" | "partly" | "not-installed" | "disabled";

/** A place where hooks are registered. */
export interface Source {
  /** The settings file's path, or the plugin's name. */
  readonly name: string;
  readonly kind: "settings" | "plugin";
  /** All hooks there, others' too. */
  readonly entries: readonly HookEntry[];
  /** Why the client reads nothing of the file, and from which line on; null where it reads it. */
  readonly unread?: { readonly why: string; readonly line: number } | null;
}

/** What a source has of ours. */
export interface SourceReport {
  readonly name: string;
  readonly kind: Source["kind"];
  /** Entries that are there, by name. */
  readonly present: readonly string[];
  /** Entries that should be there. */
  readonly missing: readonly string[];
  /** Entries of ours that should not be there, or have another form. */
  readonly stale: readonly string[];
  /** The programs that the entries call. */
  readonly programs: readonly string[];
}

/** Whether the client has our hooks. */
export interface RegistrationReport {
  readonly state: RegistrationState;
  /** Sources with at least one entry of ours. */
  readonly sources: readonly SourceReport[];
  /** What is wrong and what to do, one sentence each. */
  readonly problems: readonly string[];
  /** Sources that register the earlier plugin's hooks, which would drive the same session. */
  readonly predecessors: readonly string[];
}

/** What the report rests on. */
export interface RegistrationFacts {
  readonly sources: readonly Source[];
  /** The settings file that says `disableAllHooks`; null where none does. */
  readonly disabledBy: string | null;
  /** Whether a program can be started: a path, or a name on the PATH. */
  readonly canStart: (program: string) => boolean;
  /** Whether the client runs hooks in a POSIX shell. */
  readonly hasShell: boolean;
}

/**
 * Judges the registration.
 *
 * @param facts What was found.
 * @returns State, what each source has, and what is wrong.
 */
export function judgeRegistration(facts: RegistrationFacts): RegistrationReport {
  const read = facts.sources.filter(({ unread }) => unread == null);
  const sources = read
    .filter(({ entries }) => entries.some(({ hook }) => isOurEntry(hook.command)))
    .map((source) => reportSource(source, facts.hasShell));
  const predecessors = read
    .filter(({ entries }) => entries.some(({ hook }) => isPredecessorEntry(hook.command)));
  const problems = [
    ...facts.sources.flatMap(({ name, unread }) =>
      unread == null ? [] : [
        `"${name}", line ${unread.line}: the file ${unread.why}: remove them, or let ` +
        "'ralph hooks install --rewrite' do it",
      ]
    ),
    ...predecessors.map(describePredecessor),
    ...(facts.disabledBy === null
      ? []
      : [`"${facts.disabledBy}" says disableAllHooks, so no hook runs: remove that key`]),
    ...sources.flatMap((source) => describeSource(source, facts.canStart)),
    ...(sources.length < 2 ? [] : [
      `The hooks are registered ${sources.length} times, in ${
        sources.map(({ name }) => `"${name}"`).join(" and ")
      }: uninstall all but one`,
    ]),
  ];
  return {
    state: judgeState(sources, facts),
    sources,
    problems,
    predecessors: predecessors.map(({ name }) => name),
  };
}

/** Says where the earlier plugin's hooks are, and how they go. */
function describePredecessor({ name, kind }: Pick<Source, "name" | "kind">): string {
  const remedy = kind === "plugin"
    ? `run 'claude plugin uninstall ${name}'`
    : "run 'ralph hooks uninstall --predecessor'";
  return `"${name}" registers the hooks of the earlier ralph plugin, which would drive the same ` +
    `sessions: ${remedy}`;
}

function judgeState(
  sources: readonly SourceReport[],
  { disabledBy, canStart }: RegistrationFacts,
): RegistrationState {
  if (sources.length === 0) return "not-installed";
  if (disabledBy !== null) return "disabled";
  const isWhole = ({ missing, programs }: SourceReport) =>
    missing.length === 0 && programs.every(canStart);
  return sources.some(isWhole) ? "installed" : "partly";
}

function reportSource({ name, kind, entries }: Source, hasShell: boolean): SourceReport {
  const ours = entries.filter(({ hook }) => isOurEntry(hook.command));
  const programs = [
    ...new Set(ours.map(({ hook }) => readHookCommand(hook.command)?.program ?? "")),
  ];
  const entriesFor = (program: string) =>
    listEntries(groupsFor(program, hasShell || kind === "plugin"));
  const wanted = new Map(
    programs.flatMap(entriesFor).map((entry) => [keyOfEntry(entry), nameEntry(entry)]),
  );
  const present = [...new Set(ours.map(keyOfEntry))].flatMap((key) => wanted.get(key) ?? []);
  return {
    name,
    kind,
    present,
    missing: programs.slice(0, 1).flatMap(entriesFor).map(nameEntry)
      .filter((entry) => !present.includes(entry)),
    stale: ours.filter((entry) => !wanted.has(keyOfEntry(entry))).map(nameEntry),
    programs,
  };
}

function describeSource(
  { name, kind, missing, stale, programs }: SourceReport,
  canStart: RegistrationFacts["canStart"],
): string[] {
  const remedy = kind === "plugin" ? "update the plugin" : "run 'ralph hooks install' again";
  return [
    ...programs.filter((program) => !canStart(program)).map((program) =>
      program.includes("/") || program.includes("\\")
        ? `The hooks in "${name}" call "${program}", which is gone: ${remedy}`
        : `The hooks in "${name}" call "${program}", which is not on the PATH: put it there`
    ),
    ...(programs.length < 2 ? [] : [`"${name}" calls ${programs.length} programs: ${remedy}`]),
    ...(missing.length === 0 ? [] : [`"${name}" lacks ${missing.join(", ")}: ${remedy}`]),
    ...(stale.length === 0
      ? []
      : [`"${name}" has ${stale.join(", ")} in another version's form: ${remedy}`]),
  ];
}
