/** `ralph status --json --watch`: a line for each change, to the end. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { checkStatus } from "../../cli/status/_schema.ts";
import { waitUntil } from "../../_wait.ts";
import { type Answer, makeStage, RALPH, type Stage } from "../_stage.ts";

/** A watch in the background, and the lines that it printed. */
class Follower implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #read: Promise<void>;
  #text = "";

  constructor(stage: Stage, args: readonly string[] = [], stdin: "piped" | "null" = "null") {
    this.#child = new Deno.Command(RALPH, {
      args: ["status", "--json", "--watch", ...args],
      cwd: stage.project,
      env: stage.env(),
      clearEnv: true,
      stdin,
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#read = this.#collect();
  }

  /** The documents so far. */
  documents(): Answer[] {
    return this.#text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
  }

  async until(isWanted: (document: Answer) => boolean): Promise<void> {
    await waitUntil(
      () => this.documents().some(isWanted),
      () => `no such line; there are:\n${this.#text}`,
    );
  }

  /** Closes its standard input, as a program does that wants no more. */
  async closeInput(): Promise<void> {
    await this.#child.stdin.close();
  }

  /** Its exit code. */
  async code(): Promise<number> {
    await this.#read;
    return (await this.#child.status).code;
  }

  async #collect(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of this.#child.stdout) {
      this.#text += decoder.decode(chunk, { stream: true });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await this.code();
  }
}

Deno.test("watch --json: one line for each change, as the schema says, and the end of the loop ends it", async () => {
  using stage = await makeStage();
  await using follower = new Follower(stage, ["--exit-code"]);
  await follower.until(({ state }) => state === "waiting_for_you" || state === "working");
  await stage.turn();
  await follower.until(({ loop }) => loop?.iteration === 1);
  await stage.ok(["encourage", "speed"]);
  await follower.until(({ guidance }) => guidance.length === 1);
  stage.put("PLAN.md", "- [x] one\n- [ ] two\n- [ ] three\n");
  await follower.until(({ loop }) => loop?.completion.done === 1);
  await stage.ok(["stop"]);
  await follower.until(({ state }) => state === "stopping");
  await stage.turn();
  assertEquals(await follower.code(), 24);
  const documents = follower.documents();
  documents.forEach(checkStatus);
  assertEquals(documents.at(-1)?.["state"], "stopped");
  const instants = documents.map(({ at }) => at);
  assertEquals(instants.toSorted(), instants);
});

Deno.test("watch --json: a closed standard input ends it; /dev/null does not", async () => {
  using stage = await makeStage();
  await stage.turn();
  await using piped = new Follower(stage, [], "piped");
  await piped.until(({ state }) => state === "working");
  await piped.closeInput();
  assertEquals(await piped.code(), 0);
  await using free = new Follower(stage);
  await free.until(({ state }) => state === "working");
  await stage.turn();
  await free.until(({ loop }) => loop?.iteration === 2);
});

Deno.test("watch --json: it ends when nobody reads any more, though nothing changes", async () => {
  using stage = await makeStage();
  await stage.turn();
  const { code, stdout } = await new Deno.Command("bash", {
    args: ["-c", '"$0" status --json --watch | head -1; echo "${PIPESTATUS[0]}"', RALPH],
    cwd: stage.project,
    env: stage.env(),
    clearEnv: true,
    stdin: "null",
  }).output();
  assertEquals(code, 0);
  assert(new TextDecoder().decode(stdout).endsWith("\n0\n"));
});

Deno.test("watch --json: without a loop it prints how the last one ended, and ends", async () => {
  using stage = await makeStage({ start: null });
  const { code, stdout } = await stage.ralph(["status", "--json", "--watch"], { isOwn: true });
  assertEquals([code, stdout.trim().split("\n").length], [0, 1]);
  assertEquals(JSON.parse(stdout).state, "none");
});

Deno.test("watch --json --all: all loops in a line, until the last one has ended", async () => {
  using stage = await makeStage();
  const other = `${stage.root}/other`;
  Deno.mkdirSync(other);
  await stage.ok(["start", "the other task"], { cwd: other });
  await using follower = new Follower(stage, ["--all"]);
  await follower.until(({ loops }) => loops.length === 2);
  await stage.ok(["stop"], { cwd: other });
  await follower.until(({ loops }) => loops.some(({ state }: Answer) => state === "stopped"));
  await stage.ok(["stop"]);
  await stage.turn();
  assertEquals(await follower.code(), 0);
  follower.documents().forEach(checkStatus);
});

Deno.test("watch: without a terminal, in a session and with other options it is refused", async () => {
  using stage = await makeStage();
  const refuse = async (args: readonly string[], env = {}) => {
    const { code, stderr } = await stage.ralph(["status", ...args], { env });
    assertEquals(code, 2);
    return stderr;
  };
  assertStringIncludes(await refuse(["--watch"]), "ralph status --json --watch");
  assertStringIncludes(await refuse(["--interval", "2s"]), "--interval is for --watch");
  assertStringIncludes(await refuse(["--watch", "--interval", "0s"]), "--interval");
  const prompt = stage.event("UserPromptSubmit", { prompt: "/ralph:status --watch --json" });
  const answer = await stage.hook("prompt", prompt);
  assertStringIncludes(answer["reason"], "--watch works in a terminal, not in a session");
});
