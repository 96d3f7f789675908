/**
 * An adapter that is a program of the user's: runs only if trusted, and again only when the metrics
 * may have changed.
 *
 * With files (`metrics` in the answer to "detect"), a change of their paths, sizes or times is a
 * change. Without files, an answer is valid for five minutes; its verdict is valid as long as the
 * program gives the same `fingerprint`. A program that failed is asked again after five minutes, not at
 * every Stop.
 */
import { attempt, messageOf } from "../../error.ts";
import { join } from "../../system/path.ts";
import { fileNameOf } from "../../store/files/file_name.ts";
import { type Places, projectHash } from "../../store/places.ts";
import { RecordFile, type RecordShape } from "../../store/records/json_record.ts";
import { anything, object, type ShapeOf, text } from "../../store/records/shape.ts";
import { MINUTE_MS } from "../../text/time.ts";
import { fingerprintFiles } from "../metrics/glob.ts";
import type {
  Adapter,
  Convergence,
  Detection,
  Judgement,
  MetricsEntry,
  PromptAddition,
} from "../protocol.ts";
import type { StartedProgram } from "./ask_program.ts";
import { type AdapterProgram, checkTrust } from "./trust.ts";

/** An answer in the home folder, for the next Stop events. */
const MemoryShape = object({
  project: text,
  /** Key of what made the content; content with another key is not used. */
  madeBy: text,
  content: anything,
});

type Memory = ShapeOf<typeof MemoryShape>;

const MEMORY: RecordShape<Memory> = { version: 1, schema: MemoryShape };

type Remembered = "watch" | "answers";

const REFRESH_MS = 5 * MINUTE_MS;

/** The cached answers of the program. */
interface Learned {
  readonly at_ms: number;
  /** Of the watched files; null without files. */
  readonly files: string | null;
  /** The program's own `fingerprint` of its metrics. */
  readonly fingerprint: string | null;
  readonly entries: readonly MetricsEntry[];
  readonly problems: readonly string[];
  readonly convergence: Convergence | null;
  readonly prompt: string;
  /** Why there is no convergence. */
  readonly problem: string | null;
}

const NOTHING: Learned = {
  at_ms: 0,
  files: null,
  fingerprint: null,
  entries: [],
  problems: [],
  convergence: null,
  prompt: "",
  problem: null,
};

/** The program was not asked, or gave no answer. */
class NotAskedError extends Error {}

/** The adapter of a project that asks a program. */
export class ExternalAdapter implements Adapter {
  readonly kind = "external";
  readonly name: string;
  #learned = NOTHING;

  constructor(
    readonly context: {
      readonly project: string;
      readonly places: Places;
      readonly nowMs: number;
    },
    readonly program: AdapterProgram,
  ) {
    this.name = program.name;
  }

  /**
   * Asks the program whether it fits.
   *
   * @throws {Error} The program is not trusted, or gave no answer.
   */
  async detect(): Promise<Detection> {
    const { program, hash } = await this.#requireTrust();
    const { askDetection } = await import("./questions.ts");
    const { answer, problem } = await askDetection(program);
    if (answer === null) throw new NotAskedError(problem ?? "");
    this.#remember("watch", hash, answer.watch);
    return answer;
  }

  async judge(sinceMs: number): Promise<Judgement> {
    try {
      this.#learned = await this.#learn(sinceMs);
    } catch (error) {
      this.#learned = { ...NOTHING, problem: messageOf(error) };
    }
    const { entries, problems, convergence, problem } = this.#learned;
    return { entries, problems, convergence, rules: [], problem };
  }

  promptAdditions(): PromptAddition | null {
    const { prompt } = this.#learned;
    return prompt === "" ? null : { text: prompt };
  }

  async #learn(sinceMs: number): Promise<Learned> {
    const { program, hash } = await this.#requireTrust();
    const madeBy = `${hash} ${sinceMs}`;
    const watch = this.#recall<readonly string[]>("watch", hash) ?? [];
    const files = watch.length === 0 ? null : fingerprintFiles(this.context.project, watch);
    const last = this.#recall<Learned>("answers", madeBy);
    if (last !== null && this.#isCurrent(last, files)) return last;
    const learned = await this.#ask(program, sinceMs, files, last);
    this.#remember("answers", madeBy, learned);
    return learned;
  }

  #isCurrent(learned: Learned, files: string | null): boolean {
    const ageMs = this.context.nowMs - learned.at_ms;
    const isYoung = ageMs >= 0 && ageMs < REFRESH_MS;
    if (files === null) return isYoung;
    return learned.files === files && (learned.problem === null || isYoung);
  }

  async #ask(
    program: StartedProgram,
    sinceMs: number,
    files: string | null,
    last: Learned | null,
  ): Promise<Learned> {
    const { askConvergence, askMetrics } = await import("./questions.ts");
    const metrics = await askMetrics(program, sinceMs);
    const at = { ...NOTHING, at_ms: this.context.nowMs, files };
    if (metrics.answer === null) return { ...at, problem: metrics.problem };
    const { entries, problems, fingerprint } = metrics.answer;
    const learned = { ...at, fingerprint, entries, problems };
    if (fingerprint !== null && last?.fingerprint === fingerprint && last.problem === null) {
      return { ...learned, convergence: last.convergence, prompt: last.prompt };
    }
    const verdict = await askConvergence(program, sinceMs, entries);
    return { ...learned, ...(verdict.answer ?? { problem: verdict.problem }) };
  }

  /** Only ralph writes there, so a record with the same key has the same shape. */
  #recall<T>(what: Remembered, madeBy: string): T | null {
    const memory = this.#fileOf(what).readOr(null);
    const isOurs = memory?.project === this.context.project && memory.madeBy === madeBy;
    return isOurs ? memory.content as T : null;
  }

  /** What cannot be written costs time at the next event only. */
  #remember(what: Remembered, madeBy: string, content: unknown): void {
    const { project } = this.context;
    attempt(() => this.#fileOf(what).write({ project, madeBy, content }));
  }

  #fileOf(what: Remembered): RecordFile<Memory> {
    const { places, project } = this.context;
    const dir = join(places.ralphHome, "adapters", projectHash(project));
    return new RecordFile(join(dir, `${fileNameOf(`${what} ${this.name}`)}.json`), MEMORY);
  }

  async #requireTrust(): Promise<{ readonly program: StartedProgram; readonly hash: string }> {
    const { places, project } = this.context;
    const trust = await checkTrust(places, project, this.program);
    switch (trust.kind) {
      case "trusted":
        return { program: { command: trust.program, project }, hash: trust.hash };
      case "untrusted":
        throw new NotAskedError(
          "its program is not trusted as it is now, so it was not run " +
            `('ralph adapters test ${this.name}' asks you)`,
        );
      case "impossible":
        throw new NotAskedError(trust.why);
    }
  }
}
