/** Whether the client has our hooks, from what its settings say. Pure. */
import type { Gate } from "./gate.ts";
import {
  groupsFor,
  type HookEntry,
  keyOfEntry,
  listEntries,
  nameEntry,
  PLUGIN_GROUPS,
} from "./hook_list.ts";
import { isOurEntry, isPredecessorEntry } from "./ours.ts";

/** Whether Claude Code would call the hooks. */
export type RegistrationState = "installed" | "partly" | "not-installed" | "disabled";

/** A place where hooks are registered. */
export interface Source {
  /** The settings file's path, or the plugin's name. */
  readonly name: string;
  readonly kind: "settings" | "plugin";
  /** All hooks of the source, ours and others'. */
  readonly entries: readonly HookEntry[];
  /** The gate that its entries read; null where they have an earlier form, or are not ours. */
  readonly gate: Gate | null;
  /** Why the client ignores the file, and the line of the cause; null where it reads the file. */
  readonly unread?: { readonly why: string; readonly line: number } | null;
}

/** The entries of ours in a source. */
export interface SourceReport {
  readonly name: string;
  readonly kind: Source["kind"];
  /** Present entries, by name. */
  readonly present: readonly string[];
  /** Missing entries, by name. */
  readonly missing: readonly string[];
  /** Entries in another form, such as an older version's. */
  readonly stale: readonly string[];
  /** Entries that are there more than once, by name. */
  readonly repeated: readonly string[];
  /** The gate that the entries read; null in an earlier form. */
  readonly gate: string | null;
  /** The program that the gate calls; null without one. */
  readonly program: string | null;
}

/** The state of the registration, its sources and problems. */
export interface RegistrationReport {
  readonly state: RegistrationState;
  /** Sources with at least one entry of ours. */
  readonly sources: readonly SourceReport[];
  /** What is wrong and what to do about it, one sentence each. */
  readonly problems: readonly string[];
  /** Sources that register the earlier plugin's hooks, which would drive the same session. */
  readonly predecessors: readonly string[];
}

/** The facts that the report is made from. */
export interface RegistrationFacts {
  readonly sources: readonly Source[];
  /** The settings file with `disableAllHooks`; null without such a file. */
  readonly disabledBy: string | null;
  /** Whether a program can be started: a path, or a name on the PATH. */
  readonly canStart: (program: string) => boolean;
}

/** Judges whether the client would call our hooks, and names every problem. */
export function judgeRegistration(facts: RegistrationFacts): RegistrationReport {
  const read = facts.sources.filter(({ unread }) => unread == null);
  const sources = read
    .filter(({ entries }) => entries.some(({ hook }) => isOurEntry(hook.command)))
    .map(reportSource);
  const predecessors = read
    .filter(({ entries }) => entries.some(({ hook }) => isPredecessorEntry(hook.command)));
  const problems = [
    ...facts.sources.flatMap(({ name, unread }) =>
      unread == null ? [] : [
        `"${name}", line ${unread.line}: the file ${unread.why}: remove them, or run ` +
        "'ralph hooks install --rewrite'",
      ]
    ),
    ...predecessors.map(describePredecessor),
    ...(facts.disabledBy === null
      ? []
      : [`"${facts.disabledBy}" sets disableAllHooks, so no hook runs: remove that key`]),
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

/** Describes where the earlier plugin's hooks are, and how to remove them. */
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
  const isComplete = ({ missing, program }: SourceReport) =>
    missing.length === 0 && program !== null && canStart(program);
  return sources.some(isComplete) ? "installed" : "partly";
}

function reportSource({ name, kind, entries, gate }: Source): SourceReport {
  const ours = entries.filter(({ hook }) => isOurEntry(hook.command));
  const groups = kind === "plugin" ? PLUGIN_GROUPS : groupsFor(gate?.path ?? "");
  const wanted = new Map(listEntries(groups).map((entry) => [keyOfEntry(entry), nameEntry(entry)]));
  const present = [...new Set(ours.map(keyOfEntry))].flatMap((key) => wanted.get(key) ?? []);
  return {
    name,
    kind,
    present,
    missing: [...wanted.values()].filter((entry) => !present.includes(entry)),
    stale: [
      ...ours.filter((entry) => !wanted.has(keyOfEntry(entry))).map(nameEntry),
      ...gate?.program != null && !gate.isCurrent ? ["the gate"] : [],
    ],
    repeated: listRepeated(ours.map(keyOfEntry)).map((key) => wanted.get(key) ?? key),
    gate: gate?.path ?? null,
    program: gate?.program ?? null,
  };
}

function listRepeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) < index))];
}

function describeSource(
  { name, kind, missing, stale, repeated, gate, program }: SourceReport,
  canStart: RegistrationFacts["canStart"],
): string[] {
  const remedy = kind === "plugin" ? "update the plugin" : "run 'ralph hooks install' again";
  const lists = [
    [missing, "lacks", ""],
    [stale, "has", " in another version's form"],
    [repeated, "has", " more than once"],
  ] as const;
  return [
    ...gate !== null && program === null
      ? [`The hooks in "${name}" read "${gate}", which is not there: ${remedy}`]
      : [],
    ...program === null || canStart(program) ? [] : [
      `The hooks in "${name}" call "${program}", ` +
      (program.includes("/")
        ? `which does not exist: ${remedy}`
        : "which is not on the PATH: put it there"),
    ],
    ...lists.filter(([entries]) => entries.length > 0)
      .map(([entries, verb, how]) => `"${name}" ${verb} ${entries.join(", ")}${how}: ${remedy}`),
  ];
}
