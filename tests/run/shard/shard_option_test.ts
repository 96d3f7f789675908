import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../../src/error.ts";
import { readShard } from "../../../src/run/shard/shard_option.ts";

const auto = (variables: Record<string, string>) => readShard("auto", (name) => variables[name]);

const ENGINES: readonly (readonly [string, Record<string, string>])[] = [
  ["Kubernetes", { JOB_COMPLETION_INDEX: "1", RALPH_SHARDS: "4" }],
  ["Slurm from 0", {
    SLURM_ARRAY_TASK_ID: "1",
    SLURM_ARRAY_TASK_MIN: "0",
    SLURM_ARRAY_TASK_COUNT: "4",
  }],
  ["Slurm with a step", {
    SLURM_ARRAY_TASK_ID: "5",
    SLURM_ARRAY_TASK_MIN: "1",
    SLURM_ARRAY_TASK_MAX: "13",
    SLURM_ARRAY_TASK_STEP: "4",
    SLURM_ARRAY_TASK_COUNT: "4",
  }],
  ["GitLab", { CI_NODE_INDEX: "2", CI_NODE_TOTAL: "4" }],
  ["Buildkite", { BUILDKITE_PARALLEL_JOB: "1", BUILDKITE_PARALLEL_JOB_COUNT: "4" }],
];

for (const [name, variables] of ENGINES) {
  Deno.test(`shard option: auto reads the numbers of ${name}`, () => {
    assertEquals(auto(variables), { index: 2, count: 4 });
  });
}

const BAD = [
  "",
  "1",
  "0/3",
  "4/3",
  "1/0",
  "-1/3",
  "1/3 ",
  "1.5/3",
  "a/b",
  "1/99999",
  "１/3",
  "AUTO",
];

for (const value of BAD) {
  Deno.test(`shard option: "${value}" is refused with what was expected`, () => {
    assertThrows(() => readShard(value, () => undefined), UsageError, "I/N or auto");
  });
}

const BAD_ENGINES: readonly (readonly [string, Record<string, string>, string])[] = [
  ["no engine", {}, "found no engine"],
  ["no count", { JOB_COMPLETION_INDEX: "1" }, "RALPH_SHARDS=(not set)"],
  ["a word in place of a number", { CI_NODE_INDEX: "x", CI_NODE_TOTAL: "4" }, "CI_NODE_INDEX=x"],
  ["an index over the count", { JOB_COMPLETION_INDEX: "4", RALPH_SHARDS: "4" }, "only 4 machines"],
  ["an array with gaps", {
    SLURM_ARRAY_TASK_ID: "7",
    SLURM_ARRAY_TASK_MIN: "1",
    SLURM_ARRAY_TASK_COUNT: "3",
  }, "only 3 machines"],
  ...["1", "3", "9"].map((id) =>
    [`task ${id} of an array with gaps`, {
      SLURM_ARRAY_TASK_ID: id,
      SLURM_ARRAY_TASK_MIN: "1",
      SLURM_ARRAY_TASK_MAX: "9",
      SLURM_ARRAY_TASK_STEP: "1",
      SLURM_ARRAY_TASK_COUNT: "3",
    }, "the numbers have gaps"] as const
  ),
];

for (const [name, variables, said] of BAD_ENGINES) {
  Deno.test(`shard option: auto with ${name} is refused, and what was found is named`, () => {
    assertThrows(() => auto(variables), UsageError, said);
  });
}
