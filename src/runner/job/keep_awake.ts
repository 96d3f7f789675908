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
function toolOf(os: typeof Deno.build.os): readonly [string, ...string[]] | null {
  if (os === "darwin") return ["caffeinate", "-i", "-s", "-w", String(Deno.pid)];
  if (os === "linux") {
    return [
      "systemd-inhibit",
      "--what=idle:sleep",
      "--who=ralph",
      "--why=A plan is being worked on",
      "--mode=block",
      "cat",
    ];
  }
  return null;
}

/**
 * Keeps the machine awake.
 *
 * @param os The system.
 */
export function keepAwake(os: typeof Deno.build.os = Deno.build.os): KeptAwake {
  const tool = toolOf(os);
  if (tool === null) {
    return { problem: `--keep-awake is not known on ${os}`, [Symbol.dispose]() {} };
  }
  const [program, ...args] = tool;
  try {
    const child = new Deno.Command(program, {
      args,
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn();
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
    return {
      problem: `the machine may fall asleep: there is no ${program}`,
      [Symbol.dispose]() {},
    };
  }
}
