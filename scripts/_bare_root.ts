/**
 * A root file system with a shell, coreutils, tar, gzip and one program for downloads, and the
 * libraries that they and ralph need: bubblewrap shows it to a command.
 *
 * @module
 */
import { basename } from "@std/path";
import { runChild } from "./_child.ts";

const TOOLS =
  ("cat chmod cp cut date dirname echo env expr false head id ln ls mkdir mktemp mv nproc od " +
    "printf pwd readlink realpath rm rmdir sha256sum sleep sort stat tail tee test touch tr true uname " +
    "wc tar gzip").split(" ");

/** The home of the one user there. */
const HOME = "/home/you";

/**
 * Returns the command that runs another one in a new root of this kind.
 *
 * @param downloader `curl` or `wget`.
 * @param program One that is not there, but whose libraries are.
 */
export async function enterBareRoot(downloader: string, program: string): Promise<string[]> {
  const tools = await Promise.all([...TOOLS, downloader].map((name) => which(name)));
  const shell = await which("dash");
  const libraries = await listLibraries([...tools, shell, program]);
  const bind = (from: string, to: string) => ["--ro-bind", from, to];
  return [
    ...["bwrap", "--unshare-all", "--share-net", "--die-with-parent", "--clearenv"],
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--dir", HOME, "--chdir", HOME],
    ...bind(shell, "/bin/sh"),
    ...tools.flatMap((path) => bind(path, `/bin/${basename(path)}`)),
    ...libraries.flatMap((path) => bind(path, path)),
    ...["--setenv", "HOME", HOME, "--setenv", "PATH", "/bin"],
  ];
}

async function which(name: string): Promise<string> {
  const { stdout } = await runChild(["sh", "-c", `command -v "$0"`, name]);
  // What the shell has itself is a program, too.
  return stdout.startsWith("/") ? stdout.trim() : `/usr/bin/${name}`;
}

/** Lists the files that programs load when they start. */
async function listLibraries(programs: readonly string[]): Promise<string[]> {
  const { stdout } = await runChild(["ldd", ...programs]);
  return [...new Set([...stdout.matchAll(/^\t(?:.* => )?(\/\S+) \(/gm)].map(([, path]) => path!))];
}
