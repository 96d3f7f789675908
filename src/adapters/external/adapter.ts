/**
 * An adapter that is a program of the user's: runs only if trusted, and again only when the metrics
 * may have changed.
 *
 * With files (`metrics: files`, or `metrics` in the answer to "detect"), a change of their paths, sizes
 * or times is a change. Without files, an answer is valid for `refresh_seconds`; its verdict is valid as
 * long as the program gives the same `fingerprint`. A program that failed is asked again after
 * `refresh_seconds`, not at every Stop.
 */
import { SECOND_MS } from "../../text/time.ts";
import type { Places } from "../../store/places.ts";
import { messageOf } from "../../error.ts";
import type { Program } from "./ask_program.ts";
import { checkTrust } from "./trust.ts";
import { detectBySigns } from "../form/declarative.ts";
import type { AdapterForm, ProgramSpec } from "../form/form.ts";
import { type MemoryPlace, memoryPlace, recall, remember } from "../memory.ts";
import type {
  Adapter,
  Convergence,
  Detection,
  Judgement,
  MetricsEntry,
  PromptAddition,
  PromptRequest,
} from "../protocol.ts";
import { fingerprintFiles } from "../metrics/read_metrics.ts";

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
  readonly sessionMode: string;
  #learned = NOTHING;

  constructor(
    readonly project: string,
    readonly places: Places,
    readonly form: AdapterForm & { readonly program: ProgramSpec },
    readonly nowMs: number,
  ) {
    this.name = form.name;
    this.sessionMode = form.sessionMode;
  }

  /**
   * Checks the signs of its file if it has any; otherwise asks the program.
   *
   * @throws {Error} The program is not trusted, or gave no answer.
   */
  async detect(): Promise<Detection> {
    if (this.form.detect.length > 0) return detectBySigns(this.project, this.form.detect);
    const { program, hash } = await this.#requireTrust();
    const { askDetection } = await import("./questions.ts");
    const { answer, problem } = await askDetection(program);
    if (answer === null) throw new NotAskedError(problem ?? "");
    remember(this.#place("watch"), hash, answer.watch);
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

  promptAdditions({ phase }: PromptRequest): PromptAddition | null {
    const parts = [this.form.prompt[phase] ?? "", this.#learned.prompt]
      .filter((part) => part !== "");
    return parts.length === 0 ? null : { text: parts.join("\n\n") };
  }

  async #learn(sinceMs: number): Promise<Learned> {
    const { program, hash } = await this.#requireTrust();
    const madeBy = `${hash} ${sinceMs}`;
    const watch = this.form.watch.length > 0
      ? this.form.watch
      : recall<readonly string[]>(this.#place("watch"), hash) ?? [];
    const files = watch.length === 0 ? null : fingerprintFiles(this.project, watch) ?? "none";
    const last = recall<Learned>(this.#place("answers"), madeBy);
    if (last !== null && this.#isCurrent(last, files)) return last;
    const learned = await this.#ask(program, sinceMs, files, last);
    remember(this.#place("answers"), madeBy, learned);
    return learned;
  }

  #isCurrent(learned: Learned, files: string | null): boolean {
    const ageMs = this.nowMs - learned.at_ms;
    const isYoung = ageMs >= 0 && ageMs < this.form.program.refreshSeconds * SECOND_MS;
    if (files === null) return isYoung;
    return learned.files === files && (learned.problem === null || isYoung);
  }

  async #ask(
    program: Program,
    sinceMs: number,
    files: string | null,
    last: Learned | null,
  ): Promise<Learned> {
    const { askConvergence, askMetrics } = await import("./questions.ts");
    const metrics = await askMetrics(program, sinceMs);
    const at = { ...NOTHING, at_ms: this.nowMs, files };
    if (metrics.answer === null) return { ...at, problem: metrics.problem };
    const { entries, problems, fingerprint } = metrics.answer;
    const learned = { ...at, fingerprint, entries, problems };
    if (fingerprint !== null && last?.fingerprint === fingerprint && last.problem === null) {
      return { ...learned, convergence: last.convergence, prompt: last.prompt };
    }
    const verdict = await askConvergence(program, sinceMs, entries);
    return { ...learned, ...(verdict.answer ?? { problem: verdict.problem }) };
  }

  #place(what: "watch" | "answers"): MemoryPlace {
    return memoryPlace(this.places, this.project, `${what} ${this.name}`);
  }

  async #requireTrust(): Promise<{ readonly program: Program; readonly hash: string }> {
    const { places, project, name, form: { program: { command, timeoutSeconds } } } = this;
    const trust = await checkTrust(places, project, name, command);
    switch (trust.kind) {
      case "trusted": {
        const program = { command: trust.program, project, timeoutSeconds };
        return { program, hash: trust.hash };
      }
      case "untrusted":
        throw new NotAskedError(
          "its program is not trusted as it is now, so it was not run " +
            `('ralph adapters test ${name}' asks you)`,
        );
      case "impossible":
        throw new NotAskedError(trust.why);
    }
  }
}
