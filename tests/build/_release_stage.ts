/**
 * A release with a stand-in for the program, and a server on loopback that is npm's registry,
 * PyPI's index and a folder of files.
 */
import { join, toFileUrl } from "@std/path";
import { packArchive } from "../../scripts/_archive.ts";
import { LICENCES_FILE } from "../../scripts/channels/licences.ts";
import { PACKAGE_NAME, type Release, SYSTEMS } from "../../scripts/channels/systems.ts";
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
  readonly #server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => this.#answer(new URL(request.url)),
  );
  release!: Release;

  static async open(): Promise<ReleaseStage> {
    const stage = new ReleaseStage();
    Deno.mkdirSync(stage.files);
    const toBytes = (text: string) => new TextEncoder().encode(text);
    for (const target of Object.keys(SYSTEMS)) {
      const name = `ralph-${VERSION}-${target}`;
      const archive = await packArchive(name, [
        { name: "ralph", body: toBytes(RALPH), isProgram: true },
        ...COMMON.map((each) => ({ name: each, body: toBytes(`# ${each}\n`) })),
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
    return `http://127.0.0.1:${this.#server.addr.port}`;
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

  #answer({ pathname }: URL): Response | Promise<Response> {
    this.requests.push(pathname);
    const [, first = ""] = pathname.split("/");
    if (first === "simple") return this.#answerPython();
    if (first.startsWith(PACKAGE_NAME) && !first.endsWith(".tgz")) return this.#answerNode(first);
    try {
      return new Response(this.read(pathname.slice(1)));
    } catch {
      return new Response("not here", { status: 404 });
    }
  }

  /** The page of the one project. */
  #answerPython(): Response {
    const names = [...Deno.readDirSync(this.files)].map(({ name }) => name);
    const links = names.filter((name) => name.endsWith(".whl"))
      .map((name) => `<a href="/${name}">${name}</a>`);
    return new Response(links.join("\n"), { headers: { "content-type": "text/html" } });
  }

  /** The document of a package, as npm's registry writes it from the package's manifest. */
  async #answerNode(name: string): Promise<Response> {
    const { unpackTar } = await import("modern-tar");
    const { gunzipSync } = await import("node:zlib");
    const file = `${name}-${VERSION}.tgz`;
    const entries = await unpackTar(new Uint8Array(gunzipSync(this.read(file))));
    const manifest = entries.find(({ header }) => header.name === "package/package.json");
    const version = JSON.parse(new TextDecoder().decode(manifest!.data));
    const dist = { tarball: `${this.address}/${file}` };
    return Response.json({
      name,
      "dist-tags": { latest: VERSION },
      versions: { [VERSION]: { ...version, dist } },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
    await Deno.remove(this.folder, { recursive: true });
  }
}
