/**
 * What a stage and a call on it may be given.
 *
 * @module
 */

/** What a hook is called. */
export type Action = "stop" | "guard" | "archive" | "session" | "prompt";
/** Fields of an event, over the common ones. */
export type Fields = Readonly<Record<string, unknown>>;

/** What may be set for one call. */
export interface CallOptions {
  /** Variables over the stage's; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly onStart?: (child: Deno.ChildProcess) => void;
}

/** What may be set for a stage. */
export interface StageOptions {
  /** The project's folder below the stage's root. */
  readonly folder?: string;
  /** Whether the hooks are registered: one call of the binary. Default true. */
  readonly isInstalled?: boolean;
  /** Arguments of `start`; null starts no loop. Default: PLAN.md until it is done. */
  readonly start?: readonly string[] | null;
  /** The session that drives the loop; null leaves it unclaimed. */
  readonly session?: string | null;
  readonly plan?: string | Uint8Array;
  /** Variables of `start`, over the stage's. */
  readonly env?: CallOptions["env"];
}
