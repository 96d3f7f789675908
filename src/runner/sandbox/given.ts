/** What a sandbox shows of the machine. */

/** A path that exists in a sandbox: what is not given is not there. */
export interface Given {
  /** Where the agent finds it, absolute. */
  readonly path: string;
  /** What is there, if it is not the path itself. */
  readonly source?: string;
  readonly access: "read" | "write";
}
