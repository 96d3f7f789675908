/**
 * The command line of bubblewrap. Pure.
 *
 * @module
 */
import type { Mount } from "./mounts.ts";
import { OUTSIDE_VARIABLES } from "./host_paths.ts";

/** What runs in the sandbox. */
export interface SandboxedCommand {
  /** Path of bubblewrap. */
  readonly program: string;
  readonly mounts: readonly Mount[];
  readonly cwd: string;
  /** The agent's program and arguments. */
  readonly command: readonly string[];
}

/**
 * The whole machine read-only, private devices and processes, no capabilities. The network stays:
 * agents need it. When the runner ends, the kernel ends every process of the sandbox.
 */
const BASE: readonly string[] = [
  ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
  ...["--die-with-parent", "--cap-drop", "ALL"],
  ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
  // Root needs no capability to write the kernel's settings, which can name programs.
  ...["--ro-bind-try", "/proc/sys", "/proc/sys"],
];

/**
 * Wraps an agent's command in bubblewrap.
 *
 * @param sandboxed The command and its mounts.
 *
 * @example One writable folder
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const words = wrapInBwrap({
 *   program: "/usr/bin/bwrap",
 *   mounts: [{ path: "/p", access: "writable", isFolder: true }],
 *   cwd: "/p",
 *   command: ["/bin/agent", "go"],
 * });
 * assertEquals(words.slice(-5), ["--chdir", "/p", "--", "/bin/agent", "go"]);
 * ```
 */
export function wrapInBwrap(
  { program, mounts, cwd, command }: SandboxedCommand,
): [string, ...string[]] {
  return [
    program,
    ...BASE,
    ...mounts.flatMap(toOptions),
    ...OUTSIDE_VARIABLES.flatMap((name) => ["--unsetenv", name]),
    ...["--setenv", "TMPDIR", "/tmp"],
    ...["--chdir", cwd, "--", ...command],
  ];
}

function toOptions({ path, source = path, access, isFolder }: Mount): string[] {
  switch (access) {
    case "read-only":
      return ["--ro-bind", source, path];
    case "writable":
      return ["--bind", source, path];
    case "hidden":
      return isFolder ? ["--tmpfs", path] : ["--ro-bind", "/dev/null", path];
  }
}
