// deno-lint-ignore-file no-control-regex -- the test looks for them
/** Text from files and agents never controls the terminal, in no command and no hook. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { createOutput } from "../../src/cli/core/output.ts";
import { plainText } from "../../src/run/terminal/plain_text.ts";
import { begin, makeStage, type Stage } from "../e2e/_stage.ts";

/** A title, the clipboard, a cleared screen, C1, backspaces, a carriage return, a turned direction. */
const EVIL = "x\u001b]0;t\u0007\u001b[2J\u009b31m\b\b\rY\u202eZ\u2066W";
const STEERS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

function collect(color: boolean) {
  let written = "";
  const sink = {
    writeSync: (bytes: Uint8Array) => {
      written += new TextDecoder().decode(bytes);
      return bytes.length;
    },
  };
  const out = createOutput({ stdout: sink, stderr: sink, colorOut: color, colorTalk: color });
  return { out, read: () => written };
}

Deno.test("hostile text: output makes control characters visible, and ralph's own styles work", () => {
  for (const write of ["data", "say", "prompt"] as const) {
    const { out, read } = collect(true);
    out[write](`${out.style.red(EVIL)} end`);
    assertEquals(read().trim(), "\u001b[31mx␛]0;t␇␛[2J�31m␈␈\nY�Z�W\u001b[39m end");
  }
  const { out, read } = collect(true);
  out.draw(["one", EVIL]);
  out.draw([EVIL]);
  assertEquals(read().replace("\u001b[2A\r\u001b[J", "").match(STEERS), null);
});

Deno.test("hostile text: a style in the text is not applied", () => {
  const { out, read } = collect(true);
  out.data("\u001b[31mred\u001b[39m");
  assertEquals(read(), "␛[31mred␛[39m\n");
});

Deno.test("hostile text: JSON keeps its value, without control characters", () => {
  const { out, read } = collect(true);
  out.json({ name: EVIL });
  assertEquals(read().match(STEERS), null);
  assertEquals(JSON.parse(read()).name, EVIL);
});

Deno.test("hostile text: a line of an agent has no control characters", () => {
  assertEquals(plainText(EVIL).match(STEERS), null);
});

/** Writes the text into every place of a project's files. */
function plant(stage: Stage): string {
  const plan = `PLAN ${EVIL}.md`;
  Deno.writeTextFileSync(join(stage.project, plan), `# ${EVIL}\n\n- [ ] ${EVIL} | \`${EVIL}\`\n`);
  const put = (name: string, text: string) => {
    Deno.mkdirSync(join(stage.project, ".claude/ralph-adapters"), { recursive: true });
    Deno.writeTextFileSync(join(stage.project, ".claude", name), text);
  };
  put(`ralph-adapters/${EVIL}`, "#!/bin/sh\n");
  Deno.chmodSync(join(stage.project, `.claude/ralph-adapters/${EVIL}`), 0o755);
  const guidance = { encouraged: [EVIL], timestamp: new Date().toISOString() };
  put("ralph-config.json", JSON.stringify({ [EVIL]: 1, verify: [EVIL], promise: EVIL, guidance }));
  return plan;
}

Deno.test("hostile text: no command prints control characters", async () => {
  using stage = await makeStage({ start: null, folder: `pro${EVIL}ject` });
  const plan = plant(stage);
  const commands = [
    ["status"],
    ["start", "-f", plan, "--dry-run"],
    ["start", "-f", plan],
    ["start", "-f", plan, "--trust"],
    ["run", plan, "--dry-run", "--agent", "true"],
    ["config", "show"],
    ["config", "get", "promise"],
    ["adapters"],
    ["constraints"],
    ["knowledge"],
    ["trust"],
    ["hooks", "status"],
    ["stop"],
    ["status", "--json"],
    [EVIL],
    ["start", `--${EVIL}`],
  ];
  for (const command of commands) {
    const { stdout, stderr } = await stage.ralph(command);
    assertEquals(stdout.match(STEERS), null, `${command[0]}: ${JSON.stringify(stdout)}`);
    assertEquals(stderr.match(STEERS), null, `${command[0]}: ${JSON.stringify(stderr)}`);
  }
});

Deno.test("hostile text: no hook prints control characters", async () => {
  using stage = await makeStage({ start: null });
  stage.put("PLAN.md", `- [ ] ${EVIL}\n`);
  await begin(stage, ["-f", "PLAN.md"]);
  const ran = await stage.raw(
    "stop",
    JSON.stringify(stage.stopEvent({ message: `<blocked>${EVIL}</blocked>` })),
  );
  assertEquals(ran.stderr.match(STEERS), null, JSON.stringify(ran.stderr));
  const shown = JSON.stringify(JSON.parse(ran.stdout), (_key, value) => value);
  assertStringIncludes(shown, "Y");
  const check = (value: unknown): void => {
    if (typeof value === "string") assertEquals(value.match(STEERS), null, JSON.stringify(value));
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(check);
  };
  check(JSON.parse(ran.stdout));
});

Deno.test("hostile disk: output that cannot be written gives one sentence and exit code 1", async () => {
  using stage = await makeStage();
  const { code, stderr } = await new Deno.Command("sh", {
    args: ["-c", '"$0" status > /dev/full', (await import("../e2e/_stage.ts")).RALPH],
    cwd: stage.project,
    env: stage.env(),
    clearEnv: true,
    stdout: "null",
    stderr: "piped",
  }).output();
  const said = new TextDecoder().decode(stderr);
  assertEquals(code, 1);
  assert(said.startsWith("Error: Cannot write the output: "), said);
  assert(!said.includes(".ts:"), said);
});
