/** The shape of a doctor's check: a function that yields findings, each with its fix. */
import type { Environment } from "../../store/environment.ts";
import type { Places } from "../../store/places.ts";

/** The result of a check; `unknown` if it could not be made. */
export type FindingStatus = "pass" | "warn" | "fail" | "unknown";

/** The groups of checks in the order shown; a group comes before those that depend on it. */
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
  /** The change, as an imperative: `Remove the kill switch`. */
  readonly title: string;
  /**
   * Whether a person has to agree first, because the fix changes files of others or cannot be undone.
   * A safe fix changes only ralph's own files, and keeps what it replaces. Default: false.
   */
  readonly needsConsent?: boolean;
  /** Carries out the change. @returns What was done, one sentence each. */
  readonly apply: () => readonly string[] | Promise<readonly string[]>;
}

/** The optional parts of a finding. */
interface FindingParts {
  /** Evidence such as paths, one line each. */
  readonly detail?: readonly string[];
  /** The manual remedy, in a sentence; absent if there is nothing to do. */
  readonly advice?: string;
  /** A shell command that carries out the advice. */
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

/** The input of the checks. */
export interface Checkup {
  readonly env: Environment;
  /** All variables of this process: started programs inherit them, and secrets in them are masked. */
  readonly variables: Readonly<Record<string, string>>;
  readonly places: Places;
  readonly project: string;
  /** The reason why the folder cannot be a project; null if it can. */
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
  /** The object of the check, for "Could not check …". */
  readonly subject: string;
  /** Whether it is meaningful even if the home folder cannot be entered. */
  readonly isWithoutHome?: true;
  /**
   * Yields each problem. Returns the title for a pass, which is shown if there was none. May throw, and
   * makes no lasting change.
   */
  readonly find: (
    checkup: Checkup,
  ) => Generator<DoctorFinding, string> | AsyncGenerator<DoctorFinding, string>;
}

/** Makes a finding because of which a loop cannot run as it should, or files are at risk. */
export function fail(id: FindingId, title: string, parts: FindingParts = {}): DoctorFinding {
  return { id, status: "fail", title, ...parts };
}

/** Makes a finding with which a loop can run, although something will not work as expected. */
export function warn(id: FindingId, title: string, parts: FindingParts = {}): DoctorFinding {
  return { id, status: "warn", title, ...parts };
}

/** Returns the group of a finding. */
export function groupOf({ id }: Pick<DoctorFinding, "id">): GroupName {
  return id.split(".", 1)[0] as GroupName;
}
