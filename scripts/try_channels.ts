/**
 * Makes a release of this system alone, serves it on loopback, and installs it as a newcomer does, by each
 * channel whose tools are here. What was typed and what was seen goes to standard output.
 *
 *     deno task release:try
 *
 * @module
 */
import { existsSync } from "@std/fs/exists";
import { fromFileUrl, join, toFileUrl } from "@std/path";
import { hashSha256 } from "./_hash.ts";
import { enterBareRoot } from "./_bare_root.ts";
import { runChild } from "./_child.ts";
import { packSystem, readCommon } from "./_release_archive.ts";
import { type ReleaseServer, serveRelease } from "./_release_server.ts";
import { runScript, ScriptError } from "./_say.ts";
import { buildProgram } from "./build.ts";
import { PACKAGE_NAME } from "./channels/systems.ts";
import { readArchives, writeChannels } from "./channels/write.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const RALPH = `${ROOT}dist/ralph`;

/** A way to get ralph. */
interface Channel {
  readonly name: string;
  /** The programs that have to be here. */
  readonly needs: readonly string[];
  /** The lines that are typed. */
  readonly lines: (address: string) => readonly string[];
  /** Returns the command in which the shell runs. Default: none, and the system is this one. */
  readonly enter?: () => Promise<string[]>;
}

const AFTER = ['PATH="$HOME/.local/bin:$PATH"', "ralph --version", "ralph update"];

/** Makes the channel of the installer script. */
function useInstaller(name: string, fetch: string): Channel {
  const lines = (address: string) => [
    `${fetch} ${address}/install.sh | sh`,
    ...AFTER,
    "ralph demo",
    `${fetch} ${address}/install.sh | sh -s -- --uninstall`,
    "ls -A $HOME/.local/bin",
  ];
  return { name, needs: ["bwrap", name], lines, enter: () => enterBareRoot(name, RALPH) };
}

/** The channels that can be tried on one machine. */
export const CHANNELS: readonly Channel[] = [
  useInstaller("curl", "curl -fsSL"),
  useInstaller("wget", "wget -qO-"),
  {
    name: "npm",
    needs: ["npx"],
    lines: () => [
      `npx --yes ${PACKAGE_NAME} demo`,
      `npm install --global --prefix "$HOME/.local" ${PACKAGE_NAME}`,
      ...AFTER,
    ],
  },
  {
    name: "uv",
    needs: ["uv"],
    lines: () => [`uvx ${PACKAGE_NAME} demo`, `uv tool install ${PACKAGE_NAME}`, ...AFTER],
  },
  {
    name: "pipx",
    needs: ["pipx"],
    lines: () => [`pipx run ${PACKAGE_NAME} demo`, `pipx install ${PACKAGE_NAME}`, ...AFTER],
  },
  {
    name: "plugin",
    needs: ["claude", "curl", "git"],
    lines: (address) => [
      `git clone --quiet ${ROOT} ralph && cd ralph`,
      "claude plugin marketplace add ./",
      "claude plugin install ralph",
      `curl -fsSL ${address}/install.sh | sh -s -- --dir ~/.claude/plugins/data/ralph-ralph/bin`,
      "~/.claude/plugins/data/ralph-ralph/bin/ralph --version",
      "~/.claude/plugins/data/ralph-ralph/bin/ralph hooks status",
    ],
  },
];

/** A release of this system, served, and a folder for homes. */
export class TriedRelease implements AsyncDisposable {
  readonly #work: string;
  readonly #server: ReleaseServer;
  readonly folder: URL;

  private constructor(work: string) {
    this.#work = work;
    this.folder = toFileUrl(join(work, "release/"));
    Deno.mkdirSync(this.folder);
    this.#server = serveRelease(this.folder);
  }

  /**
   * Packs `dist/ralph` as it is.
   *
   * @param level Compression level, from 0 to 9.
   */
  static async open(level = 9): Promise<TriedRelease> {
    const release = new TriedRelease(await Deno.makeTempDir({ prefix: "ralph-try-" }));
    const { folder } = release;
    const common = await readCommon();
    await packSystem(Deno.build.target, common, folder, level);
    const archives = await readArchives(folder, common.version, [Deno.build.target]);
    const { address } = release.#server;
    await writeChannels({ ...common, address, archives, level }, folder);
    return release;
  }

  /** Types the lines of a channel in an empty home. @returns The output. */
  async try({ name, lines, enter }: Channel): Promise<{ code: number; transcript: string }> {
    const home = join(this.#work, name);
    await Deno.mkdir(home);
    const { address } = this.#server;
    const script = lines(address).map((line) => `echo '$ ${line}'\n${line}\n`).join("");
    const prefix = await enter?.() ?? [];
    const { code, stdout } = await runChild(
      [...prefix, enter ? "/bin/sh" : "sh", "-ec", `exec 2>&1; ${script}`],
      { cwd: home, clearEnv: true, env: variables(home, address) },
    );
    return { code, transcript: stdout };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    await Deno.remove(this.#work, { recursive: true });
  }
}

/** Returns an environment whose registries are the server, without anything of this user's. */
function variables(home: string, address: string): Record<string, string> {
  const index = `${address}/simple/`;
  return {
    HOME: home,
    PATH: Deno.env.get("PATH") ?? "",
    npm_config_registry: address,
    npm_config_update_notifier: "false",
    npm_config_fund: "false",
    npm_config_audit: "false",
    PIP_CONFIG_FILE: "/dev/null",
    PIP_INDEX_URL: index,
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    UV_DEFAULT_INDEX: index,
    UV_PYTHON_DOWNLOADS: "never",
    NO_COLOR: "1",
  };
}

/** Names the missing programs of a channel. */
export function missingTools({ needs }: Channel): string[] {
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  return needs.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
}

async function tryChannels(): Promise<number> {
  const built = await buildProgram([]);
  if (built !== 0) return built;
  await using release = await TriedRelease.open();
  const names = [...Deno.readDirSync(release.folder)].map(({ name }) => name);
  for (const name of names.sort()) {
    const body = await Deno.readFile(new URL(name, release.folder));
    show(`${await hashSha256(body)} ${String(body.length).padStart(9)}  ${name}`);
  }
  const failed: string[] = [];
  for (const channel of CHANNELS) {
    show(`\n== ${channel.name}`);
    const missing = missingTools(channel);
    if (missing.length > 0) {
      show(`Not tried: ${missing.join(", ")} not installed`);
      continue;
    }
    const { code, transcript } = await release.try(channel);
    show(transcript.trimEnd());
    if (code !== 0) failed.push(`${channel.name} ended with ${code}`);
  }
  if (failed.length > 0) throw new ScriptError(failed.join("; "));
  return 0;
}

function show(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}

if (import.meta.main) await runScript(tryChannels);
