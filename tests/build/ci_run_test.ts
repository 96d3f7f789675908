/** `.ci/run` with a stand-in for npx: which commands it takes from README, and what it makes of them. */
import { assertEquals } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { TestProject } from "../_project.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const README = Deno.readTextFileSync(join(ROOT, "README.md"));

/** Notes its arguments and what it sees of Deno's variables, and ends as the test wants. */
const NPX = `#!/bin/sh
echo "$* [\${DENO_TLS_CA_STORE-none}] [\${DENO_DIR-none}] [\${RALPH_HOME-none}]" >> "$NOTES"
case "$*" in
*"task test") echo "40 passed, \${FAILED_TESTS:-0} failed, 3 skipped"; exit "\${FAILED_TESTS:-0}" ;;
*test:client) echo "2 passed, 0 failed" ;;
*test:newest) echo "1 passed, 0 failed" ;;
*"\${BROKEN:-no such command}"*) echo "1 passed, 0 failed, it seems"; exit 3 ;;
*) echo hello ;;
esac
`;

interface Given {
  readonly readme?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs it in a copy; returns its exit code, its last line, and the calls of npx. */
function runGate({ readme = README, variables = {} }: Given = {}) {
  using project = new TestProject({
    files: {
      "README.md": readme,
      ".ci/run": Deno.readTextFileSync(join(ROOT, ".ci/run")),
      "scripts/install_test_tools.sh": "",
      "~/bin/npx": NPX,
    },
  });
  Deno.chmodSync(project.path("~/bin/npx"), 0o755);
  const { code, stdout } = new Deno.Command("bash", {
    args: [project.path(".ci/run")],
    env: {
      PATH: `${project.path("~/bin")}:${Deno.env.get("PATH")}`,
      NOTES: project.path("~/notes"),
      DENO_TLS_CA_STORE: "mozilla",
      DENO_DIR: "/elsewhere",
      RALPH_HOME: "/elsewhere",
      ...variables,
    },
  }).outputSync();
  const lines = new TextDecoder().decode(stdout).trimEnd().split("\n");
  return { code, last: lines.at(-1), calls: project.read("~/notes").trimEnd().split("\n") };
}

Deno.test("ci: README's two commands run as printed, then the rest, each once", () => {
  const { code, last, calls } = runGate();
  const version = Deno.readTextFileSync(join(ROOT, ".deno-version")).split("\n")[0];
  // deno-fmt-ignore
  assertEquals(
    calls,
    [
      "run -A scripts/demo.ts", "task test", "task check", "task test:newest",
      "task bench --smoke", "task test:client",
    ].map((command) => `-y deno@${version} ${command} [system,mozilla] [none] [none]`),
  );
  assertEquals([code, last], [0, "46 passed, 0 failed, 3 skipped"]);
});

Deno.test("ci: what README does not say is not there", () => {
  const { calls } = runGate({
    readme: README.replaceAll("DENO_TLS_CA_STORE=system,mozilla", "A=b"),
  });
  assertEquals(calls.map((call) => call.endsWith("[none] [none] [none]")), Array(6).fill(true));
});

Deno.test("ci: a failed test, demo or check makes it fail, and the last line says so", () => {
  for (
    const [variables, last] of [
      [{ FAILED_TESTS: "2" }, "46 passed, 2 failed, 3 skipped"],
      [{ BROKEN: "demo" }, "45 passed, 1 failed, 3 skipped"],
      [{ BROKEN: "check" }, "45 passed, 1 failed, 3 skipped"],
    ] as const
  ) {
    const ran = runGate({ variables });
    assertEquals([ran.code, ran.last, ran.calls.length], [1, last, 6], JSON.stringify(variables));
  }
});

Deno.test("ci: a README without its two commands is refused", () => {
  const ran = runGate({ readme: "```sh\nnpx -y deno@1 task demo\n```\n" });
  assertEquals([ran.code, ran.calls], [1, [""]]);
});
