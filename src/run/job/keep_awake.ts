/** Keeps the machine awake while a run works, using the system's own tool (`--keep-awake`). */

/** Keeps the machine awake until disposed. */
interface KeptAwake extends Disposable {
  /** Why the machine is not kept awake, as a sentence; null if it is. */
  readonly problem: string | null;
}

/** The system's tool and its arguments. It ends with this process, by process id or closed input. */
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

/** Starts the system's tool that keeps the machine awake. */
export function keepAwake(): KeptAwake {
  const [program, ...args] = TOOLS[Deno.build.os] ?? [];
  const fail = (problem: string) => ({ problem, [Symbol.dispose]() {} });
  if (program === undefined) return fail(`--keep-awake is not supported on ${Deno.build.os}`);
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
          // It has already ended, for example because there is no session bus.
        }
        void child.stdin.close().catch(() => {});
      },
    };
  } catch {
    return fail(`the machine may fall asleep: there is no ${program}`);
  }
}
