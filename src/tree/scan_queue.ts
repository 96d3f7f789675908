/**
 * What one scan in a hook visits, in order, and what it leaves for the next two.
 *
 * What was left once comes first the next time, and what was left twice is visited whatever the time:
 * however loaded the machine is, nothing waits longer than two scans.
 */

/** Paths that are visited whatever the time: a small project is always finished. */
export const MIN_VISITS = 400;
/** Most bytes that are read for them. */
const MAX_MIN_VISITS_BYTES = 4 * 1024 * 1024;
/** Most paths that are remembered; more are left to the next full scan. */
const MAX_DUE = 2_000;

/** Paths that a scan left; folders end with `/`. */
export interface Due {
  /** Left once. */
  readonly once: string[];
  /** Left twice: their turn is now. */
  readonly twice: string[];
}

/** The remainder of a scan that visited every file. */
export const NOTHING_DUE: Due = { once: [], twice: [] };

/** The visits of one scan. */
export class ScanQueue {
  readonly #queues: Readonly<Record<keyof Due | "fresh", string[]>>;
  readonly #taken = new Set<string>();
  #bytes = 0;
  #present: string[] = [];

  constructor(due: Due, fresh: readonly string[], readonly isTimeOver: () => boolean) {
    this.#queues = { twice: [...due.twice], once: [...due.once], fresh: [...fresh] };
  }

  /** Adds a path that was found in the visited folder to the folder's queue. */
  add(path: string): void {
    this.#present.push(path);
  }

  /** Notes what a visit has read. */
  noteBytes(bytes: number): void {
    this.#bytes += bytes;
  }

  /** The paths to visit, each once. */
  *take(): Generator<string> {
    for (const rank of ["twice", "once", "fresh"] as const) {
      this.#present = this.#queues[rank];
      // The queue may grow while it is taken.
      for (const path of this.#present) {
        if (this.#taken.has(path)) continue;
        const isSmall = this.#taken.size < MIN_VISITS && this.#bytes < MAX_MIN_VISITS_BYTES;
        if (rank !== "twice" && !isSmall && this.isTimeOver()) return;
        this.#taken.add(path);
        yield path;
      }
    }
  }

  /** What is left, each path once, in order; `isCut` where it is more than can be remembered. */
  get left(): Due & { readonly isCut: boolean } {
    const twice = [...new Set(this.#queues.once).difference(this.#taken)];
    const rest = new Set(this.#queues.fresh).difference(this.#taken);
    const once = [...rest.difference(new Set(twice))];
    const isCut = once.length > MAX_DUE || twice.length > MAX_DUE;
    return { twice: twice.slice(0, MAX_DUE), once: once.slice(0, MAX_DUE), isCut };
  }
}
