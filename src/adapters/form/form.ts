/**
 * An adapter of the user's own as data: what its file says, validated (`docs/adapters.md`).
 *
 * @module
 */
import type { Phase } from "../../store/records/loop_record.ts";
import type { MetricsSpec } from "../metrics/spec.ts";
import type { Rule } from "../metrics/rules.ts";

/** Grows when the form changes its shape, so that remembered ones are read again. */
export const FORM_VERSION = 1;

/** One sign by which a project is recognized. */
export interface DetectSign {
  /** A glob from the project's root. */
  readonly file: string;
  /** A text that the file must contain; null where being there is enough. */
  readonly contains: string | null;
}

/** A program of the user's. */
export interface ProgramSpec {
  /** Program and arguments; never given to a shell. */
  readonly command: readonly string[];
  /** For each question, seconds. */
  readonly timeoutSeconds: number;
  /** How long an answer stands where nothing tells whether the metrics changed, seconds. */
  readonly refreshSeconds: number;
}

/** An adapter of the user's own. */
export interface AdapterForm {
  readonly name: string;
  /** One of them is enough; none where the program is asked. */
  readonly detect: readonly DetectSign[];
  /** Globs of the files with the metrics: unchanged files are not read again. */
  readonly watch: readonly string[];
  /** Null where a program reads them. */
  readonly metrics: MetricsSpec | null;
  readonly rules: readonly Rule[];
  /** Null for a declarative adapter. */
  readonly program: ProgramSpec | null;
  readonly sessionMode: string;
  /** What the user adds to prompts, by phase. */
  readonly prompt: Readonly<Partial<Record<Phase, string>>>;
}

/** Seconds for one question, unless the file says otherwise. */
export const DEFAULT_TIMEOUT_SECONDS = 5;
/** The Stop hook must answer while somebody still waits. */
export const LONGEST_TIMEOUT_SECONDS = 30;
/** Five minutes: a program without files to watch costs its time once, not at every Stop. */
export const DEFAULT_REFRESH_SECONDS = 300;

/** What a name may be: it is used in files, prompts and commands. */
export const NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
