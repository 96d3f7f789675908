/** `install.sh` against a release on a server of its own. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { packArchive } from "../../scripts/_archive.ts";
import { TARGETS } from "../../scripts/channels/systems.ts";
import { hashSha256 } from "../../scripts/_hash.ts";
import { fillInstaller } from "../../scripts/channels/write.ts";
import { TestProject } from "../_project.ts";

const ROOT = new URL("../../", import.meta.url);
const RALPH = `#!/bin/sh
[ "$1 $2" != "hooks uninstall" ] || echo "no hooks any more"
[ "$1" != --version ] || echo "ralph 1.2.3"
`;
/** All that the script may call; the shell itself is named by its path. */
const NEEDED = "curl cut gzip mkdir mktemp mv rm sha256sum tar uname".split(" ");

/** A release on a server, and a home to install it into. */
class Release implements AsyncDisposable {
  readonly #project = new TestProject();
  readonly home = this.#project.home;
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => {
      const body = this.files.get(new URL(request.url).pathname.slice(1));
      return new Response(body ?? "not here", { status: body === undefined ? 404 : 200 });
    },
  );

  static async open(): Promise<Release> {
    const release = new Release();
    const sums: string[] = [];
    for (const target of TARGETS) {
      const name = `ralph-1.2.3-${target}`;
      const program = { name: "ralph", body: new TextEncoder().encode(RALPH), isProgram: true };
      const archive = await packArchive(name, [program], 0);
      release.files.set(`${name}.tar.gz`, archive);
      sums.push(`${await hashSha256(archive)}  ${name}.tar.gz\n`);
    }
    release.files.set("SHA256SUMS", new TextEncoder().encode(sums.join("")));
    const tools = release.#project.path("tools");
    for (const folder of [tools, release.home]) await Deno.mkdir(folder, { recursive: true });
    const find = `for name in ${NEEDED.join(" ")}; do ln -s "$(command -v $name)" "$0/$name"; done`;
    await new Deno.Command("sh", { args: ["-c", find, tools] }).output();
    return release;
  }

  get script(): string {
    const text = Deno.readTextFileSync(new URL("scripts/install.sh", ROOT));
    return fillInstaller(text, `http://127.0.0.1:${this.#server.addr.port}`, "1.2.3");
  }

  /** Runs the script as `curl … | sh` does. */
  async run(args: readonly string[] = [], script = this.script, home = this.home) {
    const child = new Deno.Command("/bin/sh", {
      args: ["-s", "--", ...args],
      cwd: this.home,
      clearEnv: true,
      env: { HOME: home, PATH: this.#project.path("tools") },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(script));
    await writer.close();
    const { code, stdout, stderr } = await child.output();
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, stdout: decode(stdout), stderr: decode(stderr) };
  }

  /** The files below the home. */
  installed(): string[] {
    const list = (folder: string): string[] =>
      [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
        isDirectory ? list(`${folder}/${name}`) : [`${folder}/${name}`.slice(this.home.length + 1)]
      );
    return list(this.home);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
    this.#project[Symbol.dispose]();
  }
}

Deno.test("install: with curl, tar and gzip the program is there, and is removed again", async () => {
  await using release = await Release.open();
  const { code, stdout, stderr } = await release.run();
  assertEquals([code, stderr], [0, ""]);
  assertEquals(release.installed(), [".local/bin/.ralph-install", ".local/bin/ralph"]);
  assertMatch(stdout, /^ralph 1\.2\.3 is in .*\/\.local\/bin\.\nPut it on your PATH: /);
  const removed = await release.run(["--uninstall"]);
  assertEquals([removed.code, release.installed()], [0, []]);
  assertMatch(removed.stdout, /^no hooks any more\nRemoved /);
});

Deno.test("install: --dir names another folder, and a second time replaces the program", async () => {
  await using release = await Release.open();
  for (let time = 0; time < 2; time++) {
    assertEquals((await release.run(["--dir", "my bin"])).code, 0);
    assertEquals(release.installed(), ["my bin/.ralph-install", "my bin/ralph"]);
  }
});

Deno.test("install: what is not the released file is refused, and nothing is written", async () => {
  await using release = await Release.open();
  for (const name of release.files.keys()) {
    if (name !== "SHA256SUMS") release.files.set(name, new TextEncoder().encode("something else"));
  }
  const { code, stderr } = await release.run();
  assertEquals([code, release.installed()], [1, []]);
  assertMatch(stderr, /is not what was released: wanted SHA-256 [0-9a-f]{64}, found [0-9a-f]{64}/);
  release.files.clear();
  assertMatch((await release.run()).stderr, /SHA256SUMS cannot be downloaded/);
});

Deno.test("install: what has the program's name and came another way stays", async () => {
  await using release = await Release.open();
  const at = (name: string) => `${release.home}/${name}`;
  for (const name of ["folder/ralph", "link", "other"]) {
    Deno.mkdirSync(at(name), { recursive: true });
  }
  Deno.writeTextFileSync(at("other/ralph"), "#!/bin/sh\necho another > called\n", { mode: 0o755 });
  Deno.symlinkSync("nowhere", at("link/ralph"));
  for (const dir of ["folder", "link", "other"]) {
    for (const todo of [[], ["--uninstall"]]) {
      assertEquals((await release.run(["--dir", dir, ...todo])).code, 1, `${dir} ${todo}`);
    }
  }
  assertEquals(release.installed().toSorted(), ["link/ralph", "other/ralph"]);
});

Deno.test("install: where nothing can be written, or no home is known, nothing is downloaded", async () => {
  await using release = await Release.open();
  Deno.writeTextFileSync(`${release.home}/file`, "");
  release.files.clear();
  assertMatch(
    (await release.run(["--dir", "file"])).stderr,
    /^install\.sh: .*\/file cannot be written/,
  );
  assertMatch((await release.run([], release.script, "")).stderr, /^install\.sh: HOME is not set/);
  assertEquals(release.installed(), ["file"]);
});

Deno.test("install: half of the script does nothing", async () => {
  await using release = await Release.open();
  const { script } = release;
  for (let part = 1; part < 20; part++) {
    await release.run([], script.slice(0, Math.floor(script.length * part / 20)));
  }
  await release.run([], script.trimEnd().slice(0, -'main "$@"'.length));
  assertEquals(release.installed(), []);
});

Deno.test("install: a wrong word is refused", async () => {
  await using release = await Release.open();
  assertMatch((await release.run(["--prefix"])).stderr, /unknown argument --prefix; known: --dir/);
  for (const args of [["--dir"], ["--dir", ""]]) {
    assert((await release.run(args)).stderr.includes("--dir needs a folder"));
  }
  assertMatch((await release.run(["--uninstall"])).stderr, /there is no .*\/ralph/);
});
