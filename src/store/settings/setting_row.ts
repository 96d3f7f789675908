/** The form of the rows in the table of settings. */

/** The values that a setting may have. Bounds are inclusive. */
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
  /** True if `null` (none) is a value. */
  readonly isNullable?: true;
  /** The unit that a number counts. */
  readonly unit?: string;
  /**
   * The predecessor's variable, in addition to `RALPH_{KEY}`. Null for no variable at all: commands come
   * from files (with trust) or flags, so that the environment cannot inject a command.
   */
  readonly environment?: string | null;
  /** Names for it in other programs, for hints. */
  readonly synonyms?: readonly string[];
  /** True if a project's files cannot set it, since another person may have written them. */
  readonly isOwn?: true;
  /** True if a rule of the Stop reads it. Then it is in the journal, and `explain` knows its value. */
  readonly isRule?: true;
  /** The metavariable of its option, such as `PATH`. */
  readonly valueName?: string;
  /** The commands that have an option for it. */
  readonly flagOf?: readonly FlagOwner[];
  /** One sentence, without a final period. */
  readonly help: string;
}

/** A command with options for settings. */
export type FlagOwner = "start" | "run";
