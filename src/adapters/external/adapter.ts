/**
 * An adapter that is a program of the user's: asked only with consent, and again only when the metrics
 * may have changed.
 *
 * What may have changed: where files are named (`metrics: files`, or `metrics` in the answer to
 * "detect"), their paths, sizes and times tell; where none are, nothing does, so an answer stands for
 * `refresh_seconds`, and with the same `fingerprint` after that, its verdict too. A program that failed
 * is asked again after `refresh_seconds`, not at every Stop.
 *
 * @module
 */
import type { Places } from "../../store/places.ts";
import { readConvergenceAnswer, readDetectAnswer, readMetricsAnswer } from "./answers.ts";
import { type Answer, askProgram } from "./ask_program.ts";
import { checkConsent } from "./consent.ts";
import { detectBySigns } from "../form/declarative.ts";
import type { AdapterForm, ProgramSpec } from "../form/form.ts";
import { memoryPlace, recall, remember } from "../memory.ts";
import type {
  Adapter,
  Convergence,
  Detection,
  Judgement,
  MetricsEntry,
  MetricsRead,
  PromptAddition,
  PromptRequest,
} from "../protocol.ts";
import { fingerprintFiles } from "../metrics/read_metrics.ts";
import { renderExactInstant } from "../../text/instant.ts";

/** What was learned at the last question. */
interface _Learned {
  readonly at_ms: number;
  /** Of the watched files; null where none are named. */
  readonly files: string | null;
  /** What the program itself called the state of its metrics. */
  readonly told: string | null;
  readonly entries: readonly MetricsEntry[];
  readonly problems: readonly string[];
  readonly convergence: Convergence | null;
  readonly prompt: string;
  /** Why there is no convergence. */
  readonly problem: string | null;
}

/** Why a program was not asked, or gave no answer. */
class NotAskedError extends Error {}

/** The adapter for one project. */
export class ExternalAdapter implements Adapter {
  readonly kind = "external";
  readonly name: string;
  readonly sessionMode: string;
  readonly #program: ProgramSpec;
  #madeBy = "";
  #learned: _Learned | null = null;
  #isFresh = false;
  #files: string | null = null;
  #sinceMs = 0;

  /**
   * @param project the project's root, absolute
   * @param places the home's places: consents, and what was answered
   * @param form what the user wrote; it has a program
   * @param nowMs Unix milliseconds
   */
  constructor(
    readonly project: string,
    readonly places: Places,
    readonly form: AdapterForm & { readonly program: ProgramSpec },
    readonly nowMs: number,
  ) {
    this.name = form.name;
    this.sessionMode = form.sessionMode;
    this.#program = form.program;
  }

  /**
   * By the signs of its file where it has some; else the program is asked.
   *
   * @throws {Error} where it may not be asked, or gave no answer
   */
  async detect(): Promise<Detection> {
    if (this.form.detect.length > 0) return detectBySigns(this.project, this.form.detect);
    const hash = await this.#requireConsent();
    const answer = await this.ask({ request: "detect", project: this.project, since: null });
    if (answer.kind === "failed") throw new NotAskedError(`the program ${answer.why}`);
    const detection = readDetectAnswer(answer.value);
    if (typeof detection === "string") throw new NotAskedError(detection);
    remember(this.#place("watch"), hash, detection.watch);
    return detection;
  }

  async readMetrics(sinceMs: number): Promise<MetricsRead> {
    try {
      return await this.#readMetrics(sinceMs);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.#learned = { ...this.#nothing(), problem };
      this.#isFresh = true;
      return { entries: [], isConverged: false, problems: [] };
    }
  }

  async judgeConvergence({ entries }: MetricsRead): Promise<Judgement> {
    if (!this.#isFresh) await this.#judge(entries);
    const learned = this.#learned ?? this.#nothing();
    return { convergence: learned.convergence, rules: [], problem: learned.problem };
  }

  promptAdditions(
    { phase }: PromptRequest,
  ): PromptAddition | null {
    const parts = [this.form.prompt[phase] ?? "", this.#learned?.prompt ?? ""]
      .filter((part) => part !== "");
    return parts.length === 0 ? null : { text: parts.join("\n\n") };
  }

  /**
   * Asks the program, consent or not: the caller has looked.
   *
   * @param request the request
   */
  ask(request: Readonly<Record<string, unknown>>): Promise<Answer> {
    const { command, timeoutSeconds } = this.#program;
    return askProgram({ command, project: this.project, request, timeoutSeconds });
  }

  /** The request for metrics or a verdict. */
  request(
    kind: "metrics" | "convergence",
    sinceMs: number,
    entries?: readonly MetricsEntry[],
  ): Record<string, unknown> {
    const since = renderExactInstant(sinceMs);
    return { request: kind, project: this.project, since, ...(entries && { entries }) };
  }

  async #readMetrics(sinceMs: number): Promise<MetricsRead> {
    const hash = await this.#requireConsent();
    this.#sinceMs = sinceMs;
    this.#madeBy = `${hash} ${sinceMs}`;
    const watch = this.form.watch.length > 0
      ? this.form.watch
      : recall<readonly string[]>(this.#place("watch"), hash) ?? [];
    this.#files = watch.length === 0 ? null : fingerprintFiles(this.project, watch) ?? "none";
    this.#learned = recall<_Learned>(this.#place("answers"), this.#madeBy);
    this.#isFresh = this.#stands(this.#learned);
    if (this.#isFresh) return this.#read();
    const answer = await this.ask(this.request("metrics", sinceMs));
    const read = answer.kind === "failed"
      ? `the program ${answer.why}`
      : readMetricsAnswer(answer.value, sinceMs);
    if (typeof read === "string") return this.#learn({ ...this.#nothing(), problem: read });
    const before = this.#learned;
    const isSame = read.fingerprint !== null && before !== null && before.problem === null &&
      before.told === read.fingerprint;
    const { entries, problems, fingerprint: told } = read;
    this.#learned = { ...this.#nothing(), told, entries, problems };
    if (isSame) {
      const { convergence, prompt } = before;
      return this.#learn({ ...this.#learned, convergence, prompt });
    }
    return this.#read();
  }

  async #judge(entries: readonly MetricsEntry[]): Promise<void> {
    const learned = this.#learned ?? this.#nothing();
    const answer = await this.ask(this.request("convergence", this.#sinceMs, entries));
    if (answer.kind === "failed") {
      this.#learn({ ...learned, problem: `the program ${answer.why}` });
      return;
    }
    const read = readConvergenceAnswer(answer.value);
    this.#learn(
      read.kind === "broken"
        ? { ...learned, problem: read.why }
        : { ...learned, convergence: read.convergence, prompt: read.prompt },
    );
  }

  #stands(learned: _Learned | null): boolean {
    if (learned === null) return false;
    const ageMs = this.nowMs - learned.at_ms;
    const isYoung = ageMs >= 0 && ageMs < this.#program.refreshSeconds * 1000;
    if (this.#files === null) return isYoung;
    return learned.files === this.#files && (learned.problem === null || isYoung);
  }

  #learn(learned: _Learned): MetricsRead {
    this.#learned = learned;
    this.#isFresh = true;
    remember(this.#place("answers"), this.#madeBy, learned);
    return this.#read();
  }

  #read(): MetricsRead {
    const { entries, problems } = this.#learned ?? this.#nothing();
    return { entries, isConverged: false, problems };
  }

  #nothing(): _Learned {
    return {
      at_ms: this.nowMs,
      files: this.#files,
      told: null,
      entries: [],
      problems: [],
      convergence: null,
      prompt: "",
      problem: null,
    };
  }

  #place(what: "watch" | "answers") {
    return memoryPlace(this.places, this.project, `${what} ${this.name}`);
  }

  async #requireConsent(): Promise<string> {
    const { command } = this.#program;
    const consent = await checkConsent(this.places, this.project, this.name, command);
    switch (consent.kind) {
      case "given":
        return consent.hash;
      case "missing":
        throw new NotAskedError(
          "its program is not trusted as it is now, so it was not run " +
            `('ralph adapters test ${this.name}' asks you)`,
        );
      case "impossible":
        throw new NotAskedError(consent.why);
    }
  }
}
