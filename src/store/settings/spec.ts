/**
 * What is known about one setting.
 *
 * @module
 */
import type { Settings } from "./settings.ts";

/** The name of a setting. */
export type SettingKey = keyof Settings;

/** What a setting may hold. Bounds are included. */
export type SettingType =
  | { readonly kind: "number"; readonly min: number; readonly max: number }
  | { readonly kind: "integer"; readonly min: number; readonly max: number }
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "text" }
  | { readonly kind: "texts" }
  | { readonly kind: "numbers"; readonly min: number; readonly max: number };

/** Everything about one setting. */
export interface SettingSpec {
  readonly key: SettingKey;
  readonly type: SettingType;
  /** Whether `null` (none) is a value. */
  readonly isNullable: boolean;
  /** The built-in value. */
  readonly default: Settings[SettingKey];
  /** What a number counts; null where it counts nothing. */
  readonly unit: string | null;
  /** Environment variables, the stronger first. */
  readonly environment: readonly string[];
  /** Nested names in the predecessor's `ralph-config.json`. */
  readonly aliases: readonly string[];
  /** One sentence, without final period. */
  readonly help: string;
}
