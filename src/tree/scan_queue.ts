/**
 * What one scan in a hook visits, in order, and what it leaves for the next two.
 *
 * What was left once comes first the next time, and what was left twice is visited whatever the time:
 * however loaded the machine is, nothing waits longer than two scans.
 *
 * @module
 */

/** So many paths are visited whatever the time: a small project is always finished. */
export const MIN_VISITS = 400;
/** What may be read for them, bytes. */
const MAX_MIN_VISITS_BYTES = 4 * 1024 * 1024;
/** More is left to the next whole scan. */
const MAX_DUE = 2_000;

/** Paths that a scan left; folders end with `/`. */
export interface Due {
  /** Left once. */
  readonly once: readonly string[];
  /** Left twice: their turn is now. */
  readonly twice: readonly string[];
}

/** Nothing was left. */
export const NOTHING_DUE: Due = { once: [], twice: [] };

type Rank = keyof Due | "fresh";

/** The visits of one scan. */
export class ScanQueue {
  readonly #queues: Readonly<Record<Rank, string[]>>;
  readonly #taken = new Set<string>();
  readonly #isTimeOver: () => boolean;
  #bytes = 0;
  #rank: Rank = "fresh";

  /**
   * @param due What the last scan left.
   * @param fresh What this one would visit.
   * @param isTimeOver Whether the time of this scan is over.
   */
  constructor(due: Due, fresh: readonly string[], isTimeOver: () => boolean) {
    this.#queues = { twice: [...due.twice], once: [...due.once], fresh: [...fresh] };
    this.#isTimeOver = isTimeOver;
  }

  /** Puts what was found in a folder beside the folder. */
  add(path: string): void {
    this.#queues[this.#rank].push(path);
  }

  /** Notes what a visit has read. */
  noteBytes(bytes: number): void {
    this.#bytes += bytes;
  }

  /** The paths to visit, each once. */
  *take(): Generator<string> {
    for (const rank of ["twice", "once", "fresh"] as const) {
      this.#rank = rank;
      // A path may be added while the queue is taken.
      for (const path of this.#queues[rank]) {
        if (this.#taken.has(path)) continue;
        if (rank !== "twice" && !this.#mayGoOn()) return;
        this.#taken.add(path);
        yield path;
      }
    }
  }

  /** What is left, each path once, in order. */
  get left(): Due {
    const { once, fresh } = this.#untaken();
    return { twice: once.slice(0, MAX_DUE), once: fresh.slice(0, MAX_DUE) };
  }

  /** Whether more is left than can be remembered. */
  get isCut(): boolean {
    const { once, fresh } = this.#untaken();
    return once.length > MAX_DUE || fresh.length > MAX_DUE;
  }

  #untaken(): { once: string[]; fresh: string[] } {
    const once = new Set(this.#queues.once).difference(this.#taken);
    const fresh = new Set(this.#queues.fresh).difference(this.#taken).difference(once);
    return { once: [...once], fresh: [...fresh] };
  }

  #mayGoOn(): boolean {
    const isSmall = this.#taken.size < MIN_VISITS && this.#bytes < MAX_MIN_VISITS_BYTES;
    return isSmall || !this.#isTimeOver();
  }
}
