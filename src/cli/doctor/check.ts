/** What a check of the doctor is: a function that yields what it finds, each with its fix. */
import type { Environment } from "../../store/environment.ts";
import type { Places } from "../../store/places.ts";

/** The result of a check; `unknown` if it could not be made. */
export type FindingStatus = "pass" | "warn" | "fail" | "unknown";

/** The groups of checks, in the order in which they are shown: what the others need comes first. */
export const GROUPS = {
  system: "System",
  program: "Program",
  hooks: "Hooks",
  client: "Claude Code",
  loops: "Loops",
  files: "Files",
  settings: "Settings",
} as const;

/** The name of a group. */
type GroupName = keyof typeof GROUPS;

/** A stable name for programs, with the group before the dot. */
type FindingId = `${GroupName}.${string}`;

/** A change that solves a finding. */
export interface Fix {
  /** What `--fix` does, as an imperative: `Remove the kill switch`. */
  readonly title: string;
  /**
   * Whether a person has to agree first: what belongs to others, or cannot be undone. A safe fix
   * changes only what is ralph's, and keeps what it replaces. Default: false.
   */
  readonly needsConsent?: boolean;
  /** @returns What was done, a sentence each. */
  readonly apply: () => readonly string[] | Promise<readonly string[]>;
}

/** What a finding says beside its title. */
interface FindingParts {
  /** Evidence, such as paths: a line each. */
  readonly detail?: readonly string[];
  /** What to do without `--fix`, in a sentence; left out if nothing is to be done. */
  readonly advice?: string;
  /** A command that can be pasted into a shell, which does what the advice says. */
  readonly command?: string | undefined;
  readonly fix?: Fix | undefined;
}

/** A result of a check, good or bad. */
export interface DoctorFinding extends FindingParts {
  readonly id: FindingId;
  readonly status: FindingStatus;
  /** One sentence without a period. */
  readonly title: string;
}

/** What the checks are given. */
export interface Checkup {
  readonly env: Environment;
  /** All variables of this process: a program that is started gets them, and secrets are masked. */
  readonly variables: Readonly<Record<string, string>>;
  readonly places: Places;
  readonly project: string;
  /** Why the folder cannot be a project; null if it can. */
  readonly projectProblem: { readonly why: string; readonly hint: string } | null;
  readonly nowMs: () => number;
  /** Absolute path of this program. */
  readonly executable: string;
  readonly version: string;
  /** The folder of the organization's settings of Claude Code. */
  readonly managedDir: string;
}

/** A check in the list of all. */
export interface Check {
  /** The id of its pass. */
  readonly id: FindingId;
  /** What it looks at, for "Could not check …". */
  readonly subject: string;
  /** Whether it says something also if the home folder cannot be entered. */
  readonly isWithoutHome?: true;
  /**
   * Yields what is wrong, and returns the title of the pass for where nothing was. May throw. Changes
   * nothing that stays.
   */
  readonly find: (
    checkup: Checkup,
  ) => Generator<DoctorFinding, string> | AsyncGenerator<DoctorFinding, string>;
}

/** Makes a finding for which a loop cannot run as it should, or files are at risk. */
export function fail(id: FindingId, title: string, parts: FindingParts = {}): DoctorFinding {
  return { id, status: "fail", title, ...parts };
}

/** Makes a finding beside which a loop can run, but something will not work as expected. */
export function warn(id: FindingId, title: string, parts: FindingParts = {}): DoctorFinding {
  return { id, status: "warn", title, ...parts };
}

/** Returns the group of a finding. */
export function groupOf({ id }: Pick<DoctorFinding, "id">): GroupName {
  return id.split(".", 1)[0] as GroupName;
}
