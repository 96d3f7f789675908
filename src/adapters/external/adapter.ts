/**
 * An adapter that asks a user's program. The program runs only if it is trusted, and again only when the
 * metrics may have changed.
 *
 * If the program named files (`metrics` in the answer to "detect"), the metrics have changed when a path,
 * size or time has. Without files, an answer is valid for five minutes, and its verdict as long as the
 * program returns the same `fingerprint`. A program that failed is asked again after five minutes, not at
 * every Stop.
 */
import { attempt, messageOf } from "../../error.ts";
import { join } from "@std/path";
import { fileNameOf } from "../../store/files/file_name.ts";
import { projectHash } from "../../store/places.ts";
import { RecordFile, type RecordShape } from "../../store/records/json_record.ts";
import { anything, list, object, type ShapeOf, text } from "../../store/records/shape.ts";
import { MINUTE_MS } from "../../text/time.ts";
import { fingerprintFiles } from "../metrics/glob.ts";
import { type Adapter, type AdapterContext, type Judgement, NO_JUDGEMENT } from "../protocol.ts";
import type { StartedProgram } from "./ask_program.ts";
import { askConvergence, askDetection, askMetrics } from "./questions.ts";
import { type AdapterProgram, checkTrust } from "./trust.ts";

/** The program's answers, kept in the home folder for the next Stop events. */
const MemoryShape = object({
  project: text,
  /** The hash of the program that answered: answers of another version do not count. */
  hash: text,
  /** Globs of the files whose changes mean new metrics. */
  watch: list(text),
  /** A {@linkcode Learned}, or null. Not checked, since only ralph writes it. */
  learned: anything,
});

type Memory = ShapeOf<typeof MemoryShape>;

const MEMORY: RecordShape<Memory> = { version: 1, schema: MemoryShape };

const REFRESH_MS = 5 * MINUTE_MS;

/** The answers to "metrics" and "convergence". */
interface Learned {
  readonly atMs: number;
  readonly sinceMs: number;
  /** The fingerprint of the watched files; null without files. */
  readonly files: string | null;
  /** The program's own `fingerprint` of its metrics. */
  readonly fingerprint: string | null;
  readonly judgement: Judgement;
}

/** Makes the adapter of a project that asks a program. */
export function externalAdapter(context: AdapterContext, program: AdapterProgram): Adapter {
  const { project, places, nowMs } = context;
  const { name, file: path, problem: fault } = program;
  const folder = join(places.ralphHome, "adapters", projectHash(project));
  const file = new RecordFile(join(folder, `${fileNameOf(name)}.json`), MEMORY);
  const recall = (hash: string) => {
    const memory = file.readOr(null);
    return memory?.project === project && memory.hash === hash ? memory : null;
  };
  // If it cannot be written, the program is only asked again at the next event.
  const remember = (hash: string, watch: string[], learned: Learned | null) =>
    void attempt(() => file.write({ project, hash, watch, learned }));
  const trusted = () => requireTrust(context, program);

  const learn = async (sinceMs: number): Promise<Judgement> => {
    const { started, hash } = await trusted();
    const { learned = null, watch = [] } = recall(hash) ?? {};
    const last = learned as Learned | null;
    const files = watch.length === 0 ? null : fingerprintFiles(project, watch);
    const isYoung = last !== null && nowMs >= last.atMs && nowMs - last.atMs < REFRESH_MS;
    const isSame = files !== null && last?.files === files && last.judgement.problem === null;
    const isLasts = last?.sinceMs === sinceMs && last.files === files;
    if (last !== null && isLasts && (isYoung || isSame)) return last.judgement;
    const asked = await ask(started, sinceMs, last);
    remember(hash, watch, { atMs: nowMs, sinceMs, files, ...asked });
    return asked.judgement;
  };

  return {
    name,
    kind: "external",
    file: path,
    fault,
    detect: async () => {
      const { started, hash } = await trusted();
      const { answer, problem } = await askDetection(started);
      if (answer === null) throw new Error(problem ?? "");
      remember(hash, [...answer.watch], null);
      return answer;
    },
    judge: async (sinceMs) => {
      try {
        return await learn(sinceMs);
      } catch (error) {
        return { ...NO_JUDGEMENT, problem: messageOf(error) };
      }
    },
  };
}

async function ask(
  program: StartedProgram,
  sinceMs: number,
  last: Learned | null,
): Promise<Pick<Learned, "fingerprint" | "judgement">> {
  const { answer, problem } = await askMetrics(program, sinceMs);
  if (answer === null) return { fingerprint: null, judgement: { ...NO_JUDGEMENT, problem } };
  const { entries, problems, fingerprint } = answer;
  const metrics = { ...NO_JUDGEMENT, entries, problems };
  const isSame = fingerprint !== null && last?.fingerprint === fingerprint &&
    last.sinceMs === sinceMs && last.judgement.problem === null;
  if (isSame) return { fingerprint, judgement: { ...last.judgement, entries, problems } };
  const verdict = await askConvergence(program, sinceMs, entries);
  return {
    fingerprint,
    judgement: { ...metrics, ...verdict.answer ?? { problem: verdict.problem } },
  };
}

/** Returns the program, ready to run. @throws {Error} It cannot be used, or is not trusted as it is now. */
async function requireTrust(
  { places, project }: AdapterContext,
  program: AdapterProgram,
): Promise<{ readonly started: StartedProgram; readonly hash: string }> {
  if (program.problem !== null) throw new Error(program.problem);
  const trust = await checkTrust(places, project, program);
  if (trust.kind === "trusted") {
    return { started: { command: trust.program, project }, hash: trust.hash };
  }
  throw new Error(
    trust.kind === "impossible"
      ? trust.why
      : "its program is not trusted as it is now, so it was not run ('ralph start --trust' trusts it)",
  );
}
