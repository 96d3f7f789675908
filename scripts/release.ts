/**
 * Makes the archives of a release in `dist/release`: one for each system, with the binary, the licence,
 * README and completions, and `SHA256SUMS` of them.
 *
 *     deno task release [--address URL]
 *
 * With the address at which the files will be, it also makes `install.sh`. What is not of the system this runs on has never been run here.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { fromFileUrl } from "@std/path";
import { type ArchivedFile, packArchive } from "./_archive.ts";
import { hashSha256 } from "./_base_image.ts";
import { TARGETS } from "./_base_runtime.ts";
import { buildProgram } from "./build.ts";
import { runChild } from "./_child.ts";
import { readProjectConfig } from "./_project.ts";
import { runScript, say, ScriptError } from "./_say.ts";

const ROOT = new URL("../", import.meta.url);
const RELEASE = new URL("dist/release/", ROOT);
const LARGEST_ARCHIVE_BYTES = 40_000_000;
const SHELLS = ["bash", "zsh", "fish"];

/** Writes a release's address and version into `install.sh`. */
export function fillInstaller(script: string, address: string, version: string): string {
  return script.replace("'@ADDRESS@'", `'${address}'`).replace("'@VERSION@'", `'${version}'`);
}

async function release(args: readonly string[]): Promise<number> {
  const address = readAddress(args);
  const { version } = readProjectConfig(ROOT);
  const timeMs = Number(await read(["git", "log", "-1", "--format=%ct"])) * 1000;
  await Deno.remove(RELEASE, { recursive: true }).catch(() => {});
  await Deno.mkdir(RELEASE, { recursive: true });
  const built = [Deno.build.target, ...TARGETS.filter((target) => target !== Deno.build.target)];
  let common: readonly ArchivedFile[] | null = null;
  const sums: string[] = [];
  for (const target of built) {
    const code = await buildProgram(["--target", target]);
    if (code !== 0) return code;
    common ??= await readCommonFiles();
    const name = `ralph-${version}-${target}`;
    const program = await Deno.readFile(programOf(target));
    const files = [{ name: "ralph", body: program, isProgram: true }, ...common];
    const archive = await packArchive(name, files, timeMs);
    if (archive.length > LARGEST_ARCHIVE_BYTES) {
      throw new ScriptError(
        `${name} has ${archive.length} bytes, more than ${LARGEST_ARCHIVE_BYTES}`,
      );
    }
    await Deno.writeFile(new URL(`${name}.tar.gz`, RELEASE), archive);
    sums.push(`${await hashSha256(archive)}  ${name}.tar.gz\n`);
    say(`${name}.tar.gz: ${(archive.length / 1e6).toFixed(1)} MB`);
  }
  await Deno.writeTextFile(new URL("SHA256SUMS", RELEASE), sums.join(""));
  if (address === null) {
    say("No install.sh without --address, which says where these files will be");
    return 0;
  }
  const installer = await Deno.readTextFile(new URL("scripts/install.sh", ROOT));
  const text = fillInstaller(installer, address, version);
  await Deno.writeTextFile(new URL("install.sh", RELEASE), text, { mode: 0o755 });
  return 0;
}

function readAddress(args: readonly string[]): string | null {
  const { address = null } = parseArgs(args, {
    string: ["address"],
    unknown: (arg) => {
      throw new ScriptError(`Unknown argument "${arg}"; known: --address`);
    },
  });
  if (address === null || /^https:\/\/[\w.:/~-]+[^/]$/.test(address)) return address;
  throw new ScriptError(
    `--address is ${address}, and should be an https address without / at its end`,
  );
}

function programOf(target: string): URL {
  return new URL(target === Deno.build.target ? "dist/ralph" : `dist/ralph-${target}`, ROOT);
}

/** What every archive has beside the program; the program of this system writes the completions. */
async function readCommonFiles(): Promise<ArchivedFile[]> {
  const texts = ["LICENSE", "README.md", "CHANGELOG.md"].map(async (name) => ({
    name,
    body: await Deno.readFile(new URL(name, ROOT)),
  }));
  const program = fromFileUrl(programOf(Deno.build.target));
  const completions = SHELLS.map(async (shell) => ({
    name: `completions/ralph.${shell}`,
    body: new TextEncoder().encode(await read([program, "completions", shell])),
  }));
  return await Promise.all([...texts, ...completions]);
}

async function read(command: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runChild(command, { cwd: ROOT });
  if (code !== 0) throw new ScriptError(`"${command.join(" ")}" ended with ${code}: ${stderr}`);
  return stdout;
}

if (import.meta.main) await runScript(() => release(Deno.args));
