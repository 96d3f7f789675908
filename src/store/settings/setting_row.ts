/** The form of the rows in the table of settings. */

/** What a setting may be. Bounds are included. */
export type SettingType =
  | { readonly kind: "number"; readonly min: number; readonly max: number }
  | { readonly kind: "integer"; readonly min: number; readonly max: number }
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "text" }
  | { readonly kind: "texts"; readonly choices?: readonly string[] }
  | { readonly kind: "numbers"; readonly min: number; readonly max: number };

/** One row of the table. */
export interface SettingRow {
  readonly type: SettingType;
  readonly default: unknown;
  /** The value of the preset `poc`, if it differs. */
  readonly poc?: number;
  /** Whether `null` (none) is a value. */
  readonly isNullable?: true;
  /** What a number counts. */
  readonly unit?: string;
  /**
   * A variable of the predecessor's beside `RALPH_{KEY}`. Null for none at all: commands come from
   * files (with trust) or flags, so that the environment cannot inject a command.
   */
  readonly environment?: string | null;
  /** What others call it, for hints. */
  readonly synonyms?: readonly string[];
  /** Whether a project's files cannot set it, since they may be somebody else's. */
  readonly isOwn?: true;
  /** Whether a rule of the Stop reads it: then it is in the journal, and `explain` knows what it was. */
  readonly isRule?: true;
  /** What its option takes, such as `PATH`. */
  readonly valueName?: string;
  /** The commands that have an option for it. */
  readonly flagOf?: readonly FlagOwner[];
  /** One sentence, without final period. */
  readonly help: string;
}

/** A command with options for settings. */
export type FlagOwner = "start" | "run";
