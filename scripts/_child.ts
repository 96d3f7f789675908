/**
 * Child processes of the scripts.
 *
 * @module
 */

/** The exit code and output of a child. */
export interface ChildResult {
  /** 0 for success; 127 if the program does not exist. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The options of a child. */
export interface ChildOptions {
  /** Its working directory. Default: that of this process. */
  readonly cwd?: URL | string;
  /** Variables in addition to the inherited ones. */
  readonly env?: Record<string, string>;
  /** True to inherit no variables. Default: false. */
  readonly clearEnv?: boolean;
}

/**
 * Runs a program to its end and keeps what it prints.
 *
 * @param command The program and its arguments.
 * @returns Its exit code and outputs; a missing program is a code, not an error.
 */
export async function runChild(
  command: readonly string[],
  options: ChildOptions = {},
): Promise<ChildResult> {
  const [program = "", ...args] = command;
  try {
    const child = new Deno.Command(program, { args, stdin: "null", ...options });
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return { code: 127, stdout: "", stderr: "not found" };
  }
}

/** Removes the stack from what Deno prints when it fails: it does not show the cause. */
export function trimDenoError(stderr: string): string {
  return stderr.split(/\n+Stack backtrace:/)[0]!.trim();
}
