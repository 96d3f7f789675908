/**
 * What a check of the doctor is: facts that are gathered, a pure judgement of them, and repairs.
 */
import type { Environment } from "../store/environment.ts";
import type { Places } from "../store/places.ts";

/** The result of a check; `unknown` where the facts could not be read. */
export type FindingStatus = "pass" | "warn" | "fail" | "unknown";

/** The groups of checks, in the order in which they are shown. */
export const GROUPS = {
  program: "Program",
  hooks: "Hooks",
  client: "Claude Code",
  loops: "Loops",
  files: "Files",
  settings: "Settings",
  system: "System",
} as const;

/** The name of a group. */
export type GroupName = keyof typeof GROUPS;

/** A change that solves a finding. */
interface Repair<Action> {
  /** What `--fix` does, as an imperative: `Remove the kill switch`. */
  readonly title: string;
  /**
   * Whether a person has to agree first: what belongs to others, or cannot be undone. A safe repair
   * changes only what is ralph's, and keeps what it replaces.
   */
  readonly needsConsent: boolean;
  /** What to do, as data, so that judging stays pure. */
  readonly action: Action;
}

/** A result of a check, good or bad, and the repair where one is known. */
export interface Finding<Action = never> {
  /** Stable name for programs: `hooks.twice`. */
  readonly id: string;
  readonly status: FindingStatus;
  /** One sentence without a period. */
  readonly title: string;
  /** Evidence, such as paths: a line each. */
  readonly detail?: readonly string[];
  /** What to do without `--fix`, in a sentence; left out where nothing is to be done. */
  readonly advice?: string;
  /** A command that can be pasted into a shell, which does what the advice says. */
  readonly command?: string;
  readonly repair?: Repair<Action>;
}

/** What the checks are given. */
export interface DoctorContext {
  readonly env: Environment;
  /** All variables of this process: a program that is started gets them, and secrets are masked. */
  readonly variables: Readonly<Record<string, string>>;
  readonly places: Places;
  /** The project's root, links resolved. */
  readonly project: string;
  /** Why the folder cannot be a project; null where it can. */
  readonly projectProblem: { readonly why: string; readonly hint: string } | null;
  readonly nowMs: () => number;
  /** Absolute path of this program. */
  readonly executable: string;
  readonly version: string;
  /** The folder of the organization's settings of Claude Code. */
  readonly managedDir: string;
}

/** A check with its own facts and actions. */
interface CheckSpec<Facts, Action> {
  /** Its part before the dot is the group. */
  readonly id: GroupName | `${GroupName}.${string}`;
  /** What it looks at, for "Could not check …". */
  readonly subject: string;
  /** Reads the facts; may throw. Changes nothing that stays. */
  gather(context: DoctorContext): Facts | Promise<Facts>;
  /** Judges the facts. Pure. */
  judge(facts: Facts): readonly Finding<Action>[];
  /** Carries an action out. @returns What was done, a sentence each. */
  repair?(context: DoctorContext, action: Action): readonly string[] | Promise<readonly string[]>;
}

/** A finding whose repair can be called. */
export interface OpenFinding extends Omit<Finding, "repair"> {
  readonly group: GroupName;
  readonly repair:
    | (Omit<Repair<unknown>, "action"> & { apply(): Promise<readonly string[]> })
    | null;
}

/** A check that can be run. */
export interface Check extends Pick<CheckSpec<unknown, unknown>, "id" | "subject"> {
  run(context: DoctorContext): Promise<readonly OpenFinding[]>;
}

/** Returns the group of a check. */
export function groupOf(id: Check["id"]): GroupName {
  return id.split(".", 1)[0] as GroupName;
}

/** Makes a check from its parts. */
export function defineCheck<Facts, Action = never>(spec: CheckSpec<Facts, Action>): Check {
  const { id, subject } = spec;
  return {
    id,
    subject,
    run: async (context) => {
      const findings = spec.judge(await spec.gather(context));
      return findings.map(({ repair, ...finding }) => ({
        ...finding,
        group: groupOf(id),
        repair: repair === undefined ? null : {
          title: repair.title,
          needsConsent: repair.needsConsent,
          apply: async () => await spec.repair?.(context, repair.action) ?? [],
        },
      }));
    },
  };
}
