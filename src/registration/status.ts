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
import { isOurEntry } from "./ours.ts";

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
export interface SourceReport extends Pick<Source, "name" | "kind"> {
  /** Present entries, by name. */
  readonly present: readonly string[];
  /** Missing entries, by name. */
  readonly missing: readonly string[];
  /** Entries in another form, such as an older version's, and those that are there once more. */
  readonly stale: readonly string[];
  /** The gate that the entries read; null in an earlier form. */
  readonly gate: string | null;
  /** The program that the gate calls; null without one. */
  readonly program: string | null;
}

/** What is wrong with the registration. */
export interface RegistrationProblem {
  readonly code:
    | "settings-ignored"
    | "disabled"
    | "program-missing"
    | "incomplete"
    | "outdated"
    | "twice";
  /** The settings file's path, or the plugin's name, where it is to be solved. */
  readonly source: string;
  /** A sentence without a period. */
  readonly why: string;
  /** What to do about it, after a colon. */
  readonly remedy: string;
}

/** Says a problem and what to do about it in one sentence. */
export function sayProblem({ why, remedy }: RegistrationProblem): string {
  return `${why}: ${remedy}`;
}

/** The state of the registration, its sources and problems. */
export interface RegistrationReport {
  readonly state: RegistrationState;
  /** Sources with at least one entry of ours. */
  readonly sources: readonly SourceReport[];
  readonly problems: readonly RegistrationProblem[];
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
  const { disabledBy, canStart } = facts;
  const read = facts.sources.filter(({ unread }) => unread == null);
  const isComplete = ({ missing, program }: SourceReport) =>
    missing.length === 0 && program !== null && canStart(program);
  // The first is kept where there are several: one that works, a plugin before the settings.
  const rank = (source: SourceReport) =>
    (isComplete(source) ? 0 : 2) + (source.kind === "plugin" ? 0 : 1);
  const sources = read.map(reportSource).filter((source) => source !== null)
    .toSorted((left, right) => rank(left) - rank(right));
  const [kept, ...extra] = sources;
  const problems = [
    ...facts.sources.map(describeUnread),
    disabledBy === null ? null : problem("disabled", disabledBy, {
      why: `"${disabledBy}" sets disableAllHooks, so no hook runs`,
      remedy: "remove that key",
    }),
    ...sources.flatMap((source) => describeSource(source, canStart)),
    ...extra.map(({ name }) =>
      problem("twice", name, {
        why: `"${
          kept!.name
        }" and "${name}" both register the hooks, so each event is answered twice`,
        remedy: "uninstall one of them",
      })
    ),
  ].filter((each) => each !== null);
  if (kept === undefined) return { state: "not-installed", sources, problems };
  const isInstalled = isComplete(kept) ? "installed" : "partly";
  return { state: disabledBy !== null ? "disabled" : isInstalled, sources, problems };
}

function problem(
  code: RegistrationProblem["code"],
  source: string,
  words: Pick<RegistrationProblem, "why" | "remedy">,
): RegistrationProblem {
  return { code, source, ...words };
}

function describeUnread({ name, unread }: Source): RegistrationProblem | null {
  return unread == null ? null : problem("settings-ignored", name, {
    why: `"${name}", line ${unread.line}: the file ${unread.why}`,
    remedy: "remove them, or run 'ralph hooks install --rewrite'",
  });
}

/** Null for a source without an entry of ours. */
function reportSource({ name, kind, entries, gate }: Source): SourceReport | null {
  const ours = entries.filter(({ hook }) => isOurEntry(hook.command));
  if (ours.length === 0) return null;
  const groups = kind === "plugin" ? PLUGIN_GROUPS : groupsFor(gate?.path ?? "");
  const wanted = new Map(listEntries(groups).map((entry) => [keyOfEntry(entry), nameEntry(entry)]));
  const keys = ours.map(keyOfEntry);
  const present = [...new Set(keys)].flatMap((key) => wanted.get(key) ?? []);
  const { path = null, program = null, isCurrent = false } = gate ?? {};
  return {
    name,
    kind,
    present,
    missing: [...wanted.values()].filter((entry) => !present.includes(entry)),
    stale: [
      ...ours.filter((_entry, index) =>
        !wanted.has(keys[index]!) || keys.indexOf(keys[index]!) < index
      ).map(nameEntry),
      ...program !== null && !isCurrent ? ["the gate"] : [],
    ],
    gate: path,
    program,
  };
}

function describeSource(
  { name, kind, missing, stale, gate, program }: SourceReport,
  canStart: RegistrationFacts["canStart"],
): RegistrationProblem[] {
  const again = kind === "plugin" ? "update the plugin" : "run 'ralph hooks install' again";
  const isLost = program !== null && !canStart(program);
  const isPath = program?.includes("/") ?? false;
  const hooks = `The hooks in "${name}"`;
  const rows: [boolean, RegistrationProblem["code"], why: string, remedy?: string][] = [
    [
      gate !== null && program === null,
      "program-missing",
      `${hooks} read "${gate}", which is not there`,
    ],
    [isLost && isPath, "program-missing", `${hooks} call "${program}", which does not exist`],
    [
      isLost && !isPath,
      "program-missing",
      `${hooks} call "${program}", which is not on the PATH`,
      "put it there",
    ],
    [missing.length > 0, "incomplete", `"${name}" lacks ${missing.join(", ")}`],
    [
      stale.length > 0,
      "outdated",
      `"${name}" has ${stale.join(", ")} twice or in another version's form`,
    ],
  ];
  return rows.filter(([isSo]) => isSo)
    .map(([, code, why, remedy = again]) => problem(code, name, { why, remedy }));
}
