/**
 * A small shell script that executes the agent, for backends that need a shell.
 *
 * It is a file, because a shell's argument has at most 128 KiB, and its words are in single quotes,
 * because a shell does not expand those.
 */
import { DAY_MS } from "../../text/time.ts";
import { attempt } from "../../error.ts";
import { join } from "../../path/path.ts";
import { requireWritten, writeAtomic } from "../../store/files/atomic_file.ts";
import { removeFolder } from "../../store/files/presence.ts";
import type { TerminalSpec } from "./terminal.ts";
import { quoteWord } from "../../text/shell_word.ts";

/** The shell that every system with a terminal has. */
export const SHELL = "/bin/sh";

/** Age at which folders of a killed runner are removed, in milliseconds. */
const OLD_MS = DAY_MS;
const PREFIX = "launch-";

/** A launch file on disk. */
export interface LaunchFile {
  readonly path: string;
  /** Returns the process that it became; null before that. */
  readPid(): number | null;
  remove(): void;
}

/**
 * Writes a launch file into the private folder.
 *
 * @param before Lines to run first.
 * @throws {Error} The file cannot be written.
 */
export function writeLaunchFile(
  spec: Pick<TerminalSpec, "command" | "privateDir">,
  before: readonly string[] = [],
): LaunchFile {
  removeOld(spec.privateDir);
  const dir = Deno.makeTempDirSync({ dir: spec.privateDir, prefix: PREFIX });
  const path = join(dir, "launch.sh");
  const pidFile = join(dir, "pid");
  const lines = [
    `echo $$ >${quoteWord(pidFile)}`,
    ...before,
    `exec ${spec.command.map(quoteWord).join(" ")}`,
    "",
  ];
  requireWritten(writeAtomic(path, lines.join("\n"), { isFlushed: false }), path);
  return {
    path,
    // The file is missing before the shell has begun, and after its removal.
    readPid: () => attempt(() => Number(Deno.readTextFileSync(pidFile)) || null),
    remove: () => void removeFolder(dir),
  };
}

function removeOld(privateDir: string): void {
  for (const { name } of Deno.readDirSync(privateDir)) {
    if (!name.startsWith(PREFIX)) continue;
    const dir = join(privateDir, name);
    const madeAt = Deno.lstatSync(dir).mtime?.getTime() ?? Infinity;
    if (Date.now() - madeAt > OLD_MS) removeFolder(dir);
  }
}
