/**
 * Reads `--shard`: `I/N`, or `auto` for the numbers that the engine sets. Pure.
 *
 * @module
 */
import { UsageError } from "../../error.ts";
import type { ShardNumber } from "../parallel/prepare_parallel.ts";

/** Reads an environment variable. */
type Variable = (name: string) => string | undefined;

/** The variables of an engine. */
interface Engine {
  readonly name: string;
  /** The variable that contains the machine's number. */
  readonly index: string;
  /** The variable that contains the number of machines. */
  readonly count: string;
  /** The first machine's number, or the variable that contains it. */
  readonly first: number | string;
}

const GIVE_THEM = "Give the numbers yourself, such as --shard 2/3.";

/** The largest number of shards; each has a branch on the remote. */
const MOST_SHARDS = 10_000;

/** The engines; the first one found is used. */
const ENGINES: readonly Engine[] = [
  {
    name: "a Kubernetes Indexed Job",
    index: "JOB_COMPLETION_INDEX",
    count: "RALPH_SHARDS",
    first: 0,
  },
  {
    name: "a Slurm array job",
    index: "SLURM_ARRAY_TASK_ID",
    count: "SLURM_ARRAY_TASK_COUNT",
    first: "SLURM_ARRAY_TASK_MIN",
  },
  { name: "GitLab CI", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1 },
  {
    name: "Buildkite",
    index: "BUILDKITE_PARALLEL_JOB",
    count: "BUILDKITE_PARALLEL_JOB_COUNT",
    first: 0,
  },
];

/**
 * Reads the value of `--shard`.
 *
 * @param value The value.
 * @param variable Reads an environment variable.
 * @throws {UsageError} If it is not a shard.
 *
 * @example The second of three machines
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(readShard("2/3", () => undefined), { index: 2, count: 3 });
 * const slurm = { SLURM_ARRAY_TASK_ID: "7", SLURM_ARRAY_TASK_MIN: "5", SLURM_ARRAY_TASK_COUNT: "4" };
 * const variables: Record<string, string> = slurm;
 * assertEquals(readShard("auto", (name) => variables[name]), { index: 3, count: 4 });
 * ```
 */
export function readShard(value: string, variable: Variable): ShardNumber {
  if (value === "auto") return readEngine(variable);
  const [, index, count] = /^(\d{1,9})\/(\d{1,9})$/.exec(value) ?? [];
  const problem = index === undefined ? "" : findProblem(Number(index), Number(count));
  if (problem === null) return { index: Number(index), count: Number(count) };
  throw new UsageError(
    `--shard needs I/N or auto, found "${value}"${problem === "" ? "" : `: ${problem}`}`,
    { hint: "For the second of three machines: --shard 2/3." },
  );
}

function readEngine(variable: Variable): ShardNumber {
  const engine = ENGINES.find(({ index }) => variable(index) !== undefined);
  if (engine === undefined) {
    throw new UsageError(
      `--shard auto found no engine: ${ENGINES.map(({ index }) => index).join(", ")} are not set`,
      { hint: GIVE_THEM },
    );
  }
  const number = readWhole(variable(engine.index));
  const count = readWhole(variable(engine.count));
  const first = typeof engine.first === "number" ? engine.first : readWhole(variable(engine.first));
  const step = readSlurmStep(variable);
  const shown = `${engine.index}=${variable(engine.index)}, ${engine.count}=${
    variable(engine.count) ?? "(not set)"
  }`;
  const refuse = (verb: string, why: string, hint: string) =>
    new UsageError(`--shard auto cannot ${verb} the numbers of ${engine.name}: ${why}`, { hint });
  if (count === null) throw refuse("read", shown, `Set ${engine.count} to the number of machines.`);
  if (number === null || first === null) throw refuse("read", shown, GIVE_THEM);
  const index = (number - first) / step + 1;
  const problem = Number.isInteger(index) ? findProblem(index, count) : "the numbers have gaps";
  if (problem === null) return { index, count };
  const hint = "Number the machines without gaps, such as --array=1-4.";
  throw refuse("use", `${shown}: ${problem}`, hint);
}

/**
 * Reads the step of Slurm's numbers. They are even, as in `--array=1-9:4`, or listed, as in `--array=1,3,9`.
 * In a list no number says which of the tasks this is.
 *
 * @returns The step, which is 1 for other engines; 0 if the numbers have gaps.
 */
function readSlurmStep(variable: Variable): number {
  const read = (name: string) => readWhole(variable(`SLURM_ARRAY_TASK_${name}`));
  const [min, max, count] = [read("MIN"), read("MAX"), read("COUNT")];
  const step = read("STEP") ?? 1;
  if (min === null || max === null || count === null) return step;
  return Math.floor((max - min) / step) + 1 === count ? step : 0;
}

/** Checks a shard's numbers. @returns Why they are not valid; null if they are. */
function findProblem(index: number, count: number): string | null {
  if (count < 1) return "there is no machine";
  if (count > MOST_SHARDS) return `at most ${MOST_SHARDS} machines are possible`;
  if (index < 1) return "the first machine is 1";
  return index > count ? `there are only ${count} machines` : null;
}

function readWhole(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
