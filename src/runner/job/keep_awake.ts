/**
 * Keeps the machine awake while a run works, by the system's own tool (`--keep-awake`).
 *
 * @module
 */

/** A machine that is kept awake until this is disposed of. */
export interface KeptAwake extends Disposable {
  /** Why it is not, one sentence; null where it is. */
  readonly problem: string | null;
}

/** The tool and its arguments; each ends with us, by our process id or by its closed input. */
const TOOLS: Partial<Record<typeof Deno.build.os, readonly [string, ...string[]]>> = {
  darwin: ["caffeinate", "-i", "-s", "-w", String(Deno.pid)],
  linux: [
    "systemd-inhibit",
    "--what=idle:sleep",
    "--who=ralph",
    "--why=A plan is being worked on",
    "--mode=block",
    "cat",
  ],
};

/** Keeps the machine awake. */
export function keepAwake(): KeptAwake {
  const [program, ...args] = TOOLS[Deno.build.os] ?? [];
  const fail = (problem: string) => ({ problem, [Symbol.dispose]() {} });
  if (program === undefined) return fail(`--keep-awake is not known on ${Deno.build.os}`);
  try {
    const streams = { stdin: "piped", stdout: "null", stderr: "null" } as const;
    const child = new Deno.Command(program, { args, ...streams }).spawn();
    child.unref();
    return {
      problem: null,
      [Symbol.dispose]() {
        try {
          child.kill("SIGTERM");
        } catch {
          // It has ended by itself, as where no session bus is.
        }
        void child.stdin.close().catch(() => {});
      },
    };
  } catch {
    return fail(`the machine may fall asleep: there is no ${program}`);
  }
}
