/** A user's adapter as data: the validated content of its file (see `docs/adapters.md`). */
import type { Phase } from "../../store/records/loop_record.ts";
import type { MetricsSpec } from "../metrics/spec.ts";
import type { Rule } from "../metrics/rules.ts";

/** To be raised when the form changes, so that cached forms are read again. */
export const FORM_VERSION = 1;

/** A sign by which a project is recognized. */
export interface DetectSign {
  /** A glob from the project's root. */
  readonly file: string;
  /** A text that the file must contain; null where it only has to exist. */
  readonly contains: string | null;
}

/** A program of the user's. */
export interface ProgramSpec {
  /** Program and arguments; not interpreted by a shell. */
  readonly command: readonly string[];
  readonly timeoutSeconds: number;
  /** How long an answer is valid if no files are watched, seconds. */
  readonly refreshSeconds: number;
}

/** An adapter that a user described in YAML. */
export interface AdapterForm {
  readonly name: string;
  /** Signs, of which one is enough; empty where the program is asked. */
  readonly detect: readonly DetectSign[];
  /** Globs of the files with the metrics; unchanged files are not read again. */
  readonly watch: readonly string[];
  /** The metrics; null where a program reads them. */
  readonly metrics: MetricsSpec | null;
  readonly rules: readonly Rule[];
  /** The program; null for a declarative adapter. */
  readonly program: ProgramSpec | null;
  readonly sessionMode: string;
  /** What the user adds to prompts, by phase. */
  readonly prompt: Readonly<Partial<Record<Phase, string>>>;
}

/** Default seconds for a question. */
export const DEFAULT_TIMEOUT_SECONDS = 5;
/** Limits how long the Stop hook waits for a program. */
export const LONGEST_TIMEOUT_SECONDS = 30;
/** So that a program without files to watch does not run at every Stop. */
export const DEFAULT_REFRESH_SECONDS = 300;

/** Valid names of adapters: they are used in files, prompts and commands. */
export const NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
