/** The packages of a release, installed from registries on loopback by the clients of their channels. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { checkRelease, judgeTwine } from "../../scripts/dry_publish.ts";
import { PACKAGE_NAME } from "../../scripts/channels/systems.ts";
import { ignoredIf, needs } from "../_tools.ts";
import { ReleaseStage, VERSION } from "./_release_stage.ts";

needs("npx").test(
  "npm: npx runs the program of this system, with arguments and input",
  async () => {
    await using stage = await ReleaseStage.open();
    const npx = ["npx", "--yes", PACKAGE_NAME];
    const ran = await stage.run([...npx, "two words", ""], "input\n");
    assertEquals([ran.code, ran.stdout], [0, "[two words]\n[]\ninput\n"], ran.stderr);
    const programs = stage.requests.filter((path) => /-(linux|darwin)-\w+-[\d.]+\.tgz$/.test(path));
    assertEquals(programs.length, 1, programs.join(" "));
  },
);

needs("npm").test(
  "npm: the program's exit code and signal are the launcher's, and a signal to the launcher reaches the program",
  async () => {
    await using stage = await ReleaseStage.open();
    const npm = ["npm", "install", "--global", "--prefix", "here", PACKAGE_NAME];
    const installed = await stage.run(npm);
    assertEquals(installed.code, 0, installed.stderr);
    const ralph = stage.path("home/here/bin/ralph");
    assertEquals((await stage.run([ralph, "exit", "7"])).code, 7);
    assertEquals((await stage.run([ralph, "kill", "KILL"])).signal, "SIGKILL");
    const child = new Deno.Command(ralph, { args: ["wait"], stdin: "null", stdout: "piped" })
      .spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    assertEquals((await reader.read()).value, "waiting\n");
    child.kill("SIGTERM");
    assertEquals((await reader.read()).value, "terminated\n");
    assertEquals((await child.status).code, 5);
    await reader.cancel();
  },
);

needs("npm").test("npm: without the package of the system one sentence says so", async () => {
  await using stage = await ReleaseStage.open();
  await stage.run(["npm", "install", "--omit=optional", "--prefix", "here", PACKAGE_NAME]);
  const ran = await stage.run([stage.path("home/here/node_modules/.bin/ralph"), "status"]);
  assertEquals(ran.code, 1);
  assertMatch(ran.stderr, /^ralph: the package "[\w-]+" is not installed\. .*--omit=optional\.\n$/);
});

needs("python3").test(
  "pypi: pip installs the wheel of this system, and the program is there by both names",
  async () => {
    await using stage = await ReleaseStage.open();
    const pip = ["python3", "-m", "pip", "install", "--quiet", "--target", "here"];
    const installed = await stage.run([...pip, PACKAGE_NAME]);
    assertEquals(installed.code, 0, installed.stderr);
    const ralph = stage.path("home/here/bin/ralph");
    const ran = await stage.run([ralph, "two words"], "input\n");
    assertEquals([ran.code, ran.stdout], [0, "[two words]\ninput\n"]);
    assertEquals(stage.requests.filter((path) => path.endsWith(".whl")).length, 1);
    // What the page of the project links to is in the repository.
    const page = Deno.readTextFileSync(
      stage.path(`home/here/ralph_until_done-${VERSION}.dist-info/METADATA`),
    );
    assertMatch(
      page,
      /\n\n# README.md \[a\]\(https:\/\/github.com\/a\/b\/blob\/HEAD\/docs\/a.md\)\n/,
    );
    assertMatch(page, /\n<img src="https:\/\/github.com\/a\/b\/raw\/HEAD\/docs\/a.svg">\n/);
    // pipx links both names; if another program has the first, only the second.
    const links = stage.path("links");
    Deno.mkdirSync(links);
    Deno.writeTextFileSync(`${links}/ralph`, "#!/bin/sh\necho another\n", { mode: 0o755 });
    Deno.symlinkSync(`../home/here/bin/${PACKAGE_NAME}`, `${links}/${PACKAGE_NAME}`);
    assertEquals((await stage.run([`${links}/${PACKAGE_NAME}`, "a"])).stdout, "[a]\n");
  },
);

Deno.test("homebrew: the formula names the sum of each archive", async () => {
  await using stage = await ReleaseStage.open();
  const formula = new TextDecoder().decode(stage.read("ralph.rb"));
  for (const { name, sha256 } of stage.release.archives) {
    assert(formula.includes(`/v${VERSION}/${name}"\n      sha256 "${sha256}"`), name);
  }
});

Deno.test("release: an old twine is named as such, not as wheels that are refused", () => {
  for (const version of ["6.1.0", "6.1.1", "6.10", "7.0.0"]) {
    assertEquals(judgeTwine(`twine version ${version} (x: 1.2.3)`), null, version);
  }
  for (const version of ["4.0.2", "6.0.1", "5.9.9"]) {
    assertMatch(judgeTwine(`twine version ${version}`)!, /6\.1\.0 or newer .* found \d/, version);
  }
  assertMatch(judgeTwine("")!, /found none/);
});

const clients = ["npm", "ruby", "twine"].map((program) => needs(program));

ignoredIf(clients.some(({ ignore }) => ignore)).test(
  "release: a dry publication goes through, and names each file that its channel would refuse",
  async () => {
    await using stage = await ReleaseStage.open();
    const check = async () => {
      const env = { npm_config_registry: `${stage.address}/empty/` };
      const checked = [...await checkRelease(stage.files, env)];
      return checked.map(([channel, refused]) => [channel, refused.join("\n")] as const);
    };
    const good = await check();
    assertEquals(good.map(([, refused]) => refused), Array(5).fill(""));
    const names = [...Deno.readDirSync(stage.files)].map(({ name }) => name);
    // Of its packages one is enough for a client, which takes a second to refuse it.
    const listFiles = (end: string) => names.filter((name) => name.endsWith(end));
    const more = [".tgz", ".whl"].flatMap((end) => listFiles(end).slice(1));
    for (const name of more) Deno.removeSync(new URL(name, stage.files));
    for (const name of names) {
      if (name === "SHA256SUMS" || more.includes(name)) continue;
      Deno.writeTextFileSync(new URL(name, stage.files), "no (such\nform\n");
    }
    for (const [channel, refused] of await check()) assert(refused !== "", channel);
  },
);
