/**
 * How many files an addition touches: each walk is made in a copy of the sources, if the types and the
 * tests named here have to pass. A walk whose anchor is gone is rewritten; its figure stays.
 */
import { assert, assertEquals } from "@std/assert";
import { dirname, fromFileUrl, join } from "@std/path";
import { needsBuild } from "./_tools.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));

/** What the copy leaves out: no check of types and no test below reads it. */
const LEFT_OUT = [":!tests/fixtures", ":!examples"];
/** The explanations of decisions, which have a line for each rule. */
const GOLDEN = "tests/cli/history/golden_test.ts";
/** The tests that have to pass in the copy. */
const TESTS = [
  "tests/architecture_test.ts",
  "tests/docs/reference_test.ts",
  "tests/cli/config_schema_test.ts",
  "tests/cli/golden_test.ts",
  GOLDEN,
  "tests/loop",
  "tests/lifecycle/end_test.ts",
  "tests/lifecycle/view",
  "tests/lifecycle/settings_test.ts",
  "tests/cli/doctor/run_checks_test.ts",
  "tests/store/settings_test.ts",
  "tests/run/agents",
  "tests/run/prepare/options_test.ts",
  "tests/run/events",
];

/** Puts a text behind the first place where another one is; into a new file where that is null. */
type Edit = readonly [path: string, behind: string | null, text: string];

interface Walk {
  /** Files that it may touch. */
  readonly atMost: number;
  readonly edits: readonly Edit[];
  /** A test of the addition, which is not counted. */
  readonly probe: string;
}

const WALKS: Readonly<Record<string, Walk>> = {
  "a setting that a rule reads, with its flag and its place in files, environment and journal": {
    atMost: 2,
    edits: [
      [
        "src/store/settings/table.ts",
        "export const SETTINGS = {",
        `least_tokens: {
          type: { kind: "integer", min: 0, max: 1e6 },
          default: 0,
          isRule: true,
          unit: "tokens",
          flagOf: OF_START,
          help: "Tokens that every turn counts at least",
        },`,
      ],
      [
        "src/loop/rules/limits.ts",
        `settings: Pick<LimitSettings, "max_hours" | "max_iterations" | "max_tokens" | "max_cost_usd"`,
        `| "least_tokens"`,
      ],
      [
        "src/loop/rules/limits.ts",
        `type LimitSettings = Pick<\n  Settings,\n  "max_hours" |`,
        `"least_tokens" |`,
      ],
      [
        "src/loop/rules/limits.ts",
        "  if (spent.iteration >= settings.max_iterations) return maxIterationsReached(settings);",
        `const used = settings.least_tokens * spent.iteration;
        if (settings.max_tokens !== null && used >= settings.max_tokens) {
          return maxTokensReached(settings.max_tokens, used);
        }`,
      ],
    ],
    probe: `
      import { decide, givenFacts, givenRecord, givenSettings } from "./loop/_given.ts";
      import { SETTING_SPECS } from "../src/store/settings/settings.ts";
      import { DecisionInputsShape } from "../src/store/records/decision_inputs.ts";
      import { writeAs } from "../src/store/records/shape.ts";
      Deno.test("probe: a setting decides, and the journal keeps it", () => {
        const settings = givenSettings({ least_tokens: 1_000, max_tokens: 2_000 });
        const { decision, basis } = decide(givenRecord(), givenFacts(), settings);
        const written = JSON.parse(JSON.stringify(writeAs(DecisionInputsShape, basis.inputs)));
        const { environment } = SETTING_SPECS.find(({ key }) => key === "least_tokens")!;
        if (environment[0] !== "RALPH_LEAST_TOKENS" || DecisionInputsShape(written).settings.least_tokens !== 1_000) throw written;
        delete written.settings.least_tokens;
        if (DecisionInputsShape(written).settings.least_tokens !== 0) throw new Error("an earlier version's line");
        if (decision.kind === "continue") throw decision;
      });`,
  },
  "an agent program, with its events": {
    atMost: 2,
    edits: [
      [
        "src/run/agents/known_agents.ts",
        `    domains: ["api.anthropic.com", "api.openai.com", "openrouter.ai", "models.dev"],\n  },`,
        `{
          name: "owl",
          program: "owl",
          args: ["-p"],
          reports: { tokens: false, cost: false },
          folders: [],
          variables: ["OWL_*"],
          domains: [],
        },`,
      ],
      [
        "src/run/events/read_line.ts",
        "const READERS = [",
        `(line: Fields): AgentEvent[] => line["type"] === "hoot" ? [{ kind: "begin" }] : [],`,
      ],
    ],
    probe: `
      import { knownAgents } from "../src/run/agents/known_agents.ts";
      import { readAgentLine } from "../src/run/events/read_line.ts";
      Deno.test("probe: an agent", () => {
        const [agent] = knownAgents({ name: "", command: ["/usr/bin/owl"] });
        if (agent?.name !== "owl" || readAgentLine('{"type":"hoot"}')?.length !== 1) throw agent;
      });`,
  },
  "a flag of run, which --resume keeps": {
    atMost: 2,
    edits: [
      [
        "src/run/prepare/run_options.ts",
        "export const RUN_OPTIONS = [",
        `{ name: "nap", isKept: true, type: "boolean", help: "Do not say that it is alive" },`,
      ],
      [
        "src/run/iteration/iterate.ts",
        "    const outcome = await context.runAgent({",
        `...job.options.nap ? { idleFor: 1 } : {},`,
      ],
    ],
    probe: `
      import { OPTIONS } from "../src/cli/run/options.ts";
      import { rememberOptions } from "../src/run/prepare/options.ts";
      import { DEFAULT_OPTIONS, play } from "./run/job/_play.ts";
      Deno.test("probe: a flag reaches the agent, and is kept", async () => {
        const options = { ...DEFAULT_OPTIONS, nap: true };
        const seen: unknown[] = [];
        await play(1, (agent) => void seen.push("idleFor" in agent), { job: { options } });
        const { nap } = rememberOptions(options, new Set(["nap"]), "/");
        const isThere = OPTIONS.some(({ name }) => name === "nap");
        if (!seen.includes(true) || nap !== true || !isThere) throw seen;
      });`,
  },
  "a reason": {
    atMost: 3,
    edits: [
      [
        "src/loop/reasons.ts",
        "export const REASONS = {",
        `"moonlit": stopped("stopped by the moon"),`,
      ],
      [
        "src/loop/reason.ts",
        `import type { AdapterOpinion, Repetition, Signal } from "./facts.ts";`,
        `/** The moon is full. */
        export function moonlit(): Reason {
          return { code: "moonlit", sentence: "The moon is full" };
        }`,
      ],
      [
        "src/loop/rules/requested_end.ts",
        "  if (killSwitch !== null) return halt(reason.killSwitch(killSwitch));",
        `if (state === "stopped") return halt(reason.moonlit());`,
      ],
    ],
    probe: `
      import { judgeRequestedEnd } from "../src/loop/rules/requested_end.ts";
      import { stateOfEnd } from "../src/loop/reasons.ts";
      Deno.test("probe: a reason", () => {
        const end = judgeRequestedEnd({ state: "stopped" }, { killSwitch: null, hasMarker: true });
        if (end?.reason.code !== "moonlit" || stateOfEnd("moonlit") !== "stopped") throw end;
      });`,
  },
  "a fact, with a rule and a reason of its own, which journals of earlier versions lack": {
    atMost: 5,
    edits: [
      [
        "src/store/records/decision_inputs.ts",
        "  /** The checkout whose plan and checks are read; missing if only the project's own exists. */",
        "tide: count,",
      ],
      [
        "src/hook/stop/gather.ts",
        "      waitsOn: background.waitsOn,",
        "...toolless.length > 9 ? { tide: toolless.length } : {},",
      ],
      [
        "src/loop/reasons.ts",
        "export const REASONS = {",
        `"flooded": failed("stopped by the tide"),`,
      ],
      [
        "src/loop/rules/rules.ts",
        "export const RULES = [",
        `{
          name: "tide",
          judge: ({ facts: { tide = 0 } }) =>
            tide > 9 ? allowStop({ code: "flooded", sentence: "The tide is high" }, []) : null,
        },`,
      ],
      [
        "src/loop/explain.ts",
        "const WORDS: Readonly<Record<RuleName, RuleWords>> = {",
        `"tide": { title: "tide", note: ({ facts: { tide = 0 } }) => far(\`the tide is at \${tide}\`) },`,
      ],
    ],
    probe: `
      import { decide, givenFacts, givenRecord, givenSettings } from "./loop/_given.ts";
      import { standRules } from "../src/loop/explain.ts";
      import { DecisionInputsShape } from "../src/store/records/decision_inputs.ts";
      import { writeAs } from "../src/store/records/shape.ts";
      Deno.test("probe: a fact decides, and the journal gives it back to explain", () => {
        const { basis } = decide(givenRecord(), givenFacts({ tide: 10 }), givenSettings());
        const kept = DecisionInputsShape(JSON.parse(JSON.stringify(writeAs(DecisionInputsShape, basis.inputs))));
        DecisionInputsShape({ ...JSON.parse(JSON.stringify(writeAs(DecisionInputsShape, decide(givenRecord(), givenFacts(), givenSettings()).basis.inputs))) });
        const [first] = standRules(kept, basis.rule);
        if (first?.outcome !== "decided" || !first.text.endsWith("10")) throw first;
      });`,
  },
  "a check of the doctor": {
    atMost: 2,
    edits: [
      [
        "src/cli/doctor/checks/program.ts",
        `import { isFromSources } from "./registration.ts";`,
        `
        /** Checks whether the tide is high. */
        export function* tide({ nowMs }: Checkup): Generator<DoctorFinding, string> {
          if (nowMs() > 9) yield warn("system.tide", "The tide is high");
          return "The tide is low";
        }`,
      ],
      [
        "src/cli/doctor/checks.ts",
        `import { otherStopHooks } from "./checks/other_stop_hooks.ts";`,
        `import { tide } from "./checks/program.ts";`,
      ],
      [
        "src/cli/doctor/checks.ts",
        "export const CHECKS: readonly Check[] = [",
        `{ id: "system.sea", subject: "the sea", find: tide },`,
      ],
    ],
    probe: `
      import { CHECKS } from "../src/cli/doctor/checks.ts";
      import type { Checkup } from "../src/cli/doctor/check.ts";
      import { runChecks } from "../src/cli/doctor/run_checks.ts";
      Deno.test("probe: a check", async () => {
        const checks = CHECKS.filter(({ id }) => id === "system.sea");
        const [found] = await runChecks(checks, { nowMs: () => 10, places: { claudeDir: "/" } } as unknown as Checkup);
        if (found?.id !== "system.tide") throw found;
      });`,
  },
};

/** Copies what git knows below some paths, and what is new there. */
async function copySources(to: string): Promise<void> {
  const { stdout } = await new Deno.Command("git", {
    args: ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "*", ...LEFT_OUT],
    cwd: ROOT,
  }).output();
  const paths = new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "");
  for (const path of paths) {
    await Deno.mkdir(dirname(join(to, path)), { recursive: true });
    // A file that is deleted and not committed yet.
    await Deno.copyFile(join(ROOT, path), join(to, path)).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
}

async function insert(folder: string, [path, behind, text]: Edit): Promise<void> {
  const file = join(folder, path);
  if (behind === null) return await Deno.writeTextFile(file, text);
  const before = await Deno.readTextFile(file);
  assert(before.includes(behind), `${path} has no "${behind}": rewrite the walk`);
  await Deno.writeTextFile(file, before.replace(behind, () => `${behind}\n${text}`));
}

async function run(folder: string, program: string, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd: folder,
    env: { NO_COLOR: "1" },
  }).output();
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  const failed = said.split("\n").filter((line) => !line.includes("... ok"));
  assertEquals(code, 0, `${program} ${args.join(" ")}\n${failed.join("\n").slice(0, 4000)}`);
}

const deno = (folder: string, ...args: string[]) => run(folder, Deno.execPath(), ...args);

needsBuild().test("walks: an addition touches few files", async (t) => {
  const folder = await Deno.makeTempDir({ prefix: "ralph-walks-" });
  try {
    await copySources(folder);
    // The budgets are of what git tracks.
    await run(folder, "git", "init", "--quiet");
    const probes: string[] = [];
    for (const [name, { atMost, edits, probe }] of Object.entries(WALKS)) {
      await t.step(`${name}: at most ${atMost}`, async () => {
        for (const edit of edits) await insert(folder, edit);
        const touched = new Set(edits.map(([path]) => path));
        assert(touched.size <= atMost, `${name} touches ${[...touched].join(", ")}`);
      });
      const path = `tests/probe_${probes.length}_test.ts`;
      await Deno.writeTextFile(join(folder, path), probe);
      probes.push(path);
    }
    await run(folder, "git", "add", "--all");
    await t.step("types", () => deno(folder, "check", "--quiet"));
    // Files that are generated are not counted: the reference, and the explanations with their rules.
    await t.step("docs", async () => {
      await deno(folder, "task", "docs");
      await run(
        folder,
        "env",
        "UPDATE_GOLDEN=1",
        Deno.execPath(),
        "test",
        "-A",
        "--no-check",
        GOLDEN,
      );
    });
    await t.step(
      "tests",
      () => deno(folder, "test", "-A", "--no-check", "--quiet", ...probes, ...TESTS),
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
