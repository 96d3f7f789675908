/** Builds the command line of bubblewrap. Pure. */
import type { Mount } from "./given.ts";

/** A command and its mounts. */
export interface SandboxedCommand {
  /** Path of bubblewrap. */
  readonly program: string;
  readonly mounts: readonly Mount[];
  readonly cwd: string;
  /** The agent's program and arguments. */
  readonly command: readonly string[];
}

/**
 * An empty root, private devices and processes, and no capabilities. The network stays, since agents need it.
 * When the runner ends, the kernel ends every process in the sandbox.
 */
const BASE: readonly string[] = [
  // A user's kernel keyring belongs to a user namespace. Root does not need a namespace, but gets one too.
  "--unshare-user-try",
  ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
  ...["--die-with-parent", "--cap-drop", "ALL"],
];

const PRIVATE: readonly string[] = [
  ...["--dev", "/dev", "--proc", "/proc"],
  // Root can write the kernel's settings, which can name programs, even without a capability.
  ...["--ro-bind-try", "/proc/sys", "/proc/sys"],
  // Otherwise files written elsewhere would be lost silently.
  ...["--remount-ro", "/"],
];

/**
 * Wraps an agent's command in bubblewrap.
 *
 * @param sandboxed The command and its mounts, outer paths before inner paths.
 *
 * @example One writable folder
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const words = wrapInBwrap({
 *   program: "/usr/bin/bwrap",
 *   mounts: [{ path: "/p", source: "/p", access: "write" }],
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
    ...PRIVATE,
    ...["--chdir", cwd, "--", ...command],
  ];
}

function toOptions(mount: Mount): string[] {
  const { path } = mount;
  switch (mount.access) {
    case "read":
      return ["--ro-bind", mount.source, path];
    case "write":
      return ["--bind", mount.source, path];
    case "private":
      return ["--tmpfs", path];
    case "overlay":
      return ["--overlay-src", path, "--tmp-overlay", path];
    case "link":
      return ["--symlink", mount.target, path];
  }
}
