/** `--sandbox srt` with Anthropic's sandbox-runtime, and `--sandbox docker` with a Docker of the test. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { needs } from "../../_tools.ts";
import { oddAgent, repositoryStage } from "./_parallel_stage.ts";
import { exits, read, runPlan, runStage } from "./_run_stage.ts";

needs("srt").test(
  "sandbox srt: an agent sees the project and not the home, and reaches only what is allowed",
  async () => {
    using stage = await repositoryStage(["odd"]);
    Deno.mkdirSync(join(stage.home, ".ssh"));
    Deno.writeTextFileSync(join(stage.home, ".ssh/id"), "key");
    Deno.writeTextFileSync(
      join(stage.home, ".gitconfig"),
      "[user]\n\tname = Dev\n\temail = a@b.c\n",
    );
    const script = `cat "$HOME/.ssh/id" >found.txt 2>/dev/null; ls -A "$HOME" >home.txt
    (: >"$HOME/written"; : >.claude/loop-enabled; : >.git/hooks/post-commit) 2>/dev/null
    (exec 3<>/dev/tcp/1.1.1.1/443) 2>/dev/null && echo open >network.txt
    echo w >w.txt; git add w.txt; git commit -q -m agent || exit 3; tick`;
    const path = oddAgent(
      stage,
      script.replace("(exec", "bash -c '(exec").replace("443)", "443)'"),
    );
    await exits(0, stage.ralph(["run", "PLAN.md", "--agent", path, "--sandbox", "srt"]));
    assertEquals([read(stage, "found.txt"), read(stage, "w.txt")], ["", "w\n"]);
    assertEquals(read(stage, "home.txt").includes(".ssh"), false);
    for (const file of [join(stage.home, "written"), join(stage.project, "network.txt")]) {
      assertEquals(existsSync(file), false, file);
    }
    assertEquals(existsSync(join(stage.project, ".git/hooks/post-commit")), false);
  },
);

/** Answers like Docker, notes its words, and runs what comes after the image. */
const DOCKER = `#!/bin/bash
[ "$1" = image ] && { [ "$5" = img:1 ] && echo "$4" && exit; echo "No such image: $5" >&2; exit 1; }
echo "$*" >>"$(dirname "$0")/words.txt"
[ "$1" = rm ] && exit
while [ "$1" != img:1 ]; do shift; done
shift; exec "$@"
`;

Deno.test("sandbox docker: the agent runs in the image, and its container is removed", async () => {
  using stage = await runStage("# Plan\n\n- [ ] one\n");
  const bin = join(stage.root, "bin");
  Deno.mkdirSync(bin);
  Deno.writeTextFileSync(join(bin, "docker"), DOCKER, { mode: 0o755 });
  const env = { PATH: `${bin}:${Deno.env.get("PATH")}` };
  const missing = await exits(2, runPlan(stage, "job-tick", ["--sandbox", "docker"], env));
  assertStringIncludes(missing.stderr, "docker pull node:lts");
  await exits(0, runPlan(stage, "job-tick", ["--sandbox", "docker:img:1"], env));
  const words = Deno.readTextFileSync(join(bin, "words.txt")).trimEnd().split("\n");
  const [run = "", removed = ""] = [words[0], words.at(-1)];
  assertStringIncludes(run, `source=${stage.project},target=${stage.project} `);
  assert(!run.includes("target=/usr"), "the image brings programs of its own");
  const name = /--name (\S+)/.exec(run)?.[1];
  assertEquals(removed, `rm -f ${name}`);
});
