/** A release with a stand-in for the program, served on loopback. */
import { join, toFileUrl } from "@std/path";
import { serveRelease } from "../../scripts/_release_server.ts";
import { packArchive } from "../../scripts/_archive.ts";
import { LICENCES_FILE } from "../../scripts/channels/licences.ts";
import { type Release, SYSTEMS } from "../../scripts/channels/systems.ts";
import { readArchives, writeChannels } from "../../scripts/channels/write.ts";

export const VERSION = "1.2.3";

/** Says its arguments and input, or ends as its first argument wants. */
const RALPH = `#!/bin/sh
case "$1" in
exit) exit "$2" ;;
kill) kill -"$2" $$ ;;
wait) trap 'echo terminated; exit 5' TERM; echo waiting; while :; do sleep 0.05; done ;;
*) for word; do echo "[$word]"; done; cat ;;
esac
`;

/** What a release is made of here. */
const COMMON = ["LICENSE", LICENCES_FILE, "README.md", "completions/ralph.bash"];

/** A release, written and served. */
export class ReleaseStage implements AsyncDisposable {
  readonly folder = Deno.makeTempDirSync({ prefix: "ralph-release-" });
  readonly files = toFileUrl(join(this.folder, "release/"));
  /** Paths that were asked for. */
  readonly requests: string[] = [];
  readonly #server = serveRelease(this.files, (path) => this.requests.push(path));
  release!: Release;

  static async open(): Promise<ReleaseStage> {
    const stage = new ReleaseStage();
    Deno.mkdirSync(stage.files);
    const toBytes = (text: string) => new TextEncoder().encode(text);
    for (const target of Object.keys(SYSTEMS)) {
      const name = `ralph-${VERSION}-${target}`;
      const archive = await packArchive(name, [
        { name: "ralph", body: toBytes(RALPH), isProgram: true },
        ...COMMON.map((each) => ({
          name: each,
          body: toBytes(`# ${each} [a](docs/a.md)\n<img src="docs/a.svg">\n`),
        })),
      ], 0);
      await Deno.writeFile(new URL(`${name}.tar.gz`, stage.files), archive);
    }
    const archives = await readArchives(stage.files, VERSION, Object.keys(SYSTEMS));
    const address = "https://github.com/a/b/releases/download/v1.2.3";
    stage.release = { version: VERSION, address, timeMs: Date.UTC(2020, 1, 2), archives };
    await writeChannels(stage.release, stage.files);
    return stage;
  }

  get address(): string {
    return this.#server.address;
  }

  read(path: string): Uint8Array<ArrayBuffer> {
    return Deno.readFileSync(new URL(path, this.files));
  }

  /** Runs a program in an empty home, with the registries here. */
  async run(command: readonly string[], input = "") {
    const [program = "", ...args] = command;
    const home = join(this.folder, "home");
    Deno.mkdirSync(home, { recursive: true });
    const child = new Deno.Command(program, {
      args,
      cwd: home,
      clearEnv: true,
      env: {
        HOME: home,
        PATH: Deno.env.get("PATH") ?? "",
        npm_config_registry: this.address,
        npm_config_update_notifier: "false",
        npm_config_fund: "false",
        npm_config_audit: "false",
        PIP_CONFIG_FILE: "/dev/null",
        PIP_INDEX_URL: `${this.address}/simple/`,
        PIP_DISABLE_PIP_VERSION_CHECK: "1",
        PIP_NO_CACHE_DIR: "1",
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    // A program that does not read its input may have ended.
    await writer.write(new TextEncoder().encode(input)).catch(() => {});
    await writer.close().catch(() => {});
    const { code, signal, stdout, stderr } = await child.output();
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, signal, stdout: decode(stdout), stderr: decode(stderr) };
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    await Deno.remove(this.folder, { recursive: true });
  }
}
