/** The scan beside a loop: what it finds, and what hooks read of it. */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { acknowledge } from "../../../src/guidance/constraints/last_findings.ts";
import { scanAlone } from "../../../src/guidance/constraints/scan.ts";
import { waitUntil } from "../../_wait.ts";
import { Project } from "./_project.ts";

const FILES = { "a.py": "A = '/home/lee/x'\n", "README.md": "[x](gone.md)\n" };

function texts(findings: readonly { readonly text: string }[]): string[] {
  return findings.map(({ text }) => text).filter((text) => text.startsWith("/"));
}

Deno.test("last scan: without one, nothing is found; acknowledged findings are left out", async () => {
  using project = new Project(FILES);
  assertEquals([project.last, project.lastFindings], [null, []]);
  await project.scan();
  const [first] = project.lastFindings;
  acknowledge(project.places, project.project, { ids: [first!.id], isSeen: true, nowMs: 0 });
  assertEquals(texts(project.lastFindings), []);
});

Deno.test("last scan: a broken result, and another project's, mean nothing found yet, until the next scan", async () => {
  using project = new Project(FILES);
  await project.scan();
  const text = Deno.readTextFileSync(project.lastFile);
  const broken = [
    "",
    "{",
    "[]",
    "\u0000",
    text.slice(0, 200),
    text.replace(/"version": \d/, '"version": 9'),
  ];
  for (const damage of [...broken, text.replace(project.project, "/else")]) {
    Deno.writeTextFileSync(project.lastFile, damage);
    assertEquals([project.last, project.lastFindings], [null, []], damage.slice(0, 20));
    await project.scanAgain();
    assertEquals(texts(project.lastFindings), ["/home/lee/x"]);
  }
  const odd = text.replace('"severity": "high"', '"severity": 1');
  Deno.writeTextFileSync(project.lastFile, odd);
  assertEquals(texts(project.lastFindings), [], "an entry that does not fit is left out");
});

Deno.test("scan again: says what appeared and what is gone, each once", async () => {
  using project = new Project(FILES);
  await project.scan();
  project.write("b.py", "B = '/home/lee/b'\n");
  Deno.removeSync(join(project.project, "a.py"));
  const changes = await project.scanAgain();
  assertEquals(texts(changes?.appeared ?? []), ["/home/lee/b"]);
  assertEquals(texts(changes?.gone ?? []), ["/home/lee/x"]);
  assertEquals(await project.scanAgain(), { appeared: [], gone: [] });
});

Deno.test("scan again: never twice at a time; the second ends at once", async () => {
  using project = new Project(FILES);
  const { places, project: root } = project;
  const ran = await scanAlone(places, root, async () => {
    assertEquals(await project.scanAgain(), null);
    return project.last;
  });
  assertEquals(ran, null, "the second has written nothing");
  await scanAlone(places, root, () => Promise.reject(new Error("broken"))).catch(() => {});
  await project.scanAgain();
  assert(project.last !== null, "a scan that failed frees the lock");
});

Deno.test("scan again: at its time limit it keeps what it has, and that proves nothing", async () => {
  using project = new Project(FILES);
  await project.scanAgain({ deadline: performance.now() - 1 });
  assertEquals([project.last?.isComplete, texts(project.lastFindings)], [false, []]);
  await project.scanAgain();
  assertEquals([project.last?.isComplete, texts(project.lastFindings)], [true, ["/home/lee/x"]]);
});

Deno.test("scan again: a scan that began earlier does not replace a later result", async () => {
  using project = new Project(FILES);
  const nowMs = Date.now();
  await project.scan({ nowMs });
  project.write("b.py", "B = '/home/lee/b'\n");
  await project.scan({ nowMs: nowMs - 5_000 });
  assertEquals(project.last?.beganAtMs, nowMs);
});

Deno.test("start scan: a hook does not wait for a scan, nor ends it", async () => {
  using project = new Project();
  const pipe = join(project.root, "pipe");
  await new Deno.Command("mkfifo", { args: [pipe] }).output();
  const program = fromFileUrl(new URL("./children/starts_scan/main.ts", import.meta.url));
  const args = ["run", "-A", "--quiet", "--no-check", program, project.root];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args }).output();
  assertEquals(new TextDecoder().decode(stdout), "answered");
  // Opened for reading, too, so that it does not wait for a scan that never came.
  using writer = Deno.openSync(pipe, { read: true, write: true });
  writer.writeSync(new TextEncoder().encode("go on"));
  const ended = join(project.root, "ended");
  await waitUntil(() => {
    try {
      return Deno.readTextFileSync(ended) === "19 scan";
    } catch {
      return false;
    }
  }, () => "the scan has not ended");
});
