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
import { messageOf } from "../../error.ts";
import type { Program } from "./ask_program.ts";
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

/** What was learned at the last question. */
interface Learned {
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
  readonly program: Program;
  #madeBy = "";
  #learned: Learned | null = null;
  #isFresh = false;
  #files: string | null = null;
  #sinceMs = 0;

  /**
   * @param project The project's root, absolute.
   * @param places The home's places: consents, and what was answered.
   * @param form What the user wrote; it has a program.
   * @param nowMs Unix milliseconds.
   */
  constructor(
    readonly project: string,
    readonly places: Places,
    readonly form: AdapterForm & { readonly program: ProgramSpec },
    readonly nowMs: number,
  ) {
    this.name = form.name;
    this.sessionMode = form.sessionMode;
    const { command, timeoutSeconds } = form.program;
    this.program = { command, project, timeoutSeconds };
  }

  /**
   * By the signs of its file where it has some; else the program is asked.
   *
   * @throws {Error} Where it may not be asked, or gave no answer.
   */
  async detect(): Promise<Detection> {
    if (this.form.detect.length > 0) return detectBySigns(this.project, this.form.detect);
    const hash = await this.#requireConsent();
    const { askDetection } = await import("./questions.ts");
    const { answer, problem } = await askDetection(this.program);
    if (answer === null) throw new NotAskedError(problem ?? "");
    remember(this.#place("watch"), hash, answer.watch);
    return answer;
  }

  async readMetrics(sinceMs: number): Promise<MetricsRead> {
    try {
      return await this.#readMetrics(sinceMs);
    } catch (error) {
      this.#learned = { ...this.#nothing(), problem: messageOf(error) };
      this.#isFresh = true;
      return { entries: [], isConverged: false, problems: [] };
    }
  }

  async judgeConvergence({ entries }: MetricsRead): Promise<Judgement> {
    if (!this.#isFresh) await this.#judge(entries);
    const learned = this.#learned ?? this.#nothing();
    return { convergence: learned.convergence, rules: [], problem: learned.problem };
  }

  promptAdditions({ phase }: PromptRequest): PromptAddition | null {
    const parts = [this.form.prompt[phase] ?? "", this.#learned?.prompt ?? ""]
      .filter((part) => part !== "");
    return parts.length === 0 ? null : { text: parts.join("\n\n") };
  }

  async #readMetrics(sinceMs: number): Promise<MetricsRead> {
    const hash = await this.#requireConsent();
    this.#sinceMs = sinceMs;
    this.#madeBy = `${hash} ${sinceMs}`;
    const watch = this.form.watch.length > 0
      ? this.form.watch
      : recall<readonly string[]>(this.#place("watch"), hash) ?? [];
    this.#files = watch.length === 0 ? null : fingerprintFiles(this.project, watch) ?? "none";
    this.#learned = recall<Learned>(this.#place("answers"), this.#madeBy);
    this.#isFresh = this.#stands(this.#learned);
    if (this.#isFresh) return this.#read();
    const { askMetrics } = await import("./questions.ts");
    const { answer, problem } = await askMetrics(this.program, sinceMs);
    if (answer === null) return this.#learn({ ...this.#nothing(), problem });
    const { entries, problems, fingerprint: told } = answer;
    const before = this.#learned;
    this.#learned = { ...this.#nothing(), told, entries, problems };
    if (told === null || before === null || before.problem !== null || before.told !== told) {
      return this.#read();
    }
    const { convergence, prompt } = before;
    return this.#learn({ ...this.#learned, convergence, prompt });
  }

  async #judge(entries: readonly MetricsEntry[]): Promise<void> {
    const { askConvergence } = await import("./questions.ts");
    const { answer, problem } = await askConvergence(this.program, this.#sinceMs, entries);
    this.#learn({
      ...this.#learned ?? this.#nothing(),
      ...(answer === null ? { problem } : answer),
    });
  }

  #stands(learned: Learned | null): boolean {
    if (learned === null) return false;
    const ageMs = this.nowMs - learned.at_ms;
    const isYoung = ageMs >= 0 && ageMs < this.form.program.refreshSeconds * 1000;
    if (this.#files === null) return isYoung;
    return learned.files === this.#files && (learned.problem === null || isYoung);
  }

  #learn(learned: Learned): MetricsRead {
    this.#learned = learned;
    this.#isFresh = true;
    remember(this.#place("answers"), this.#madeBy, learned);
    return this.#read();
  }

  #read(): MetricsRead {
    const { entries, problems } = this.#learned ?? this.#nothing();
    return { entries, isConverged: false, problems };
  }

  #nothing(): Learned {
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
    const { command } = this.program;
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
