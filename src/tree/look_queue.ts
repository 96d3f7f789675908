/**
 * What one continuation looks at, in order, and what it leaves for the next two. Pure but for the
 * clock that is given.
 *
 * What was left once comes first the next time, and what was left twice is looked at whatever the
 * time: however loaded the machine is, nothing waits longer than two continuations.
 *
 * @module
 */

/** So many looks are made whatever the time: a small project is always finished. */
export const FEWEST_LOOKS = 400;
/** What may be read for them, bytes. */
const FLOOR_BYTES = 4 * 1024 * 1024;
/** More is left to the next whole scan. */
const MOST_DUE = 2_000;

/** Paths that a continuation left; folders end with `/`. */
export interface Due {
  /** Left once. */
  readonly once: readonly string[];
  /** Left twice: their turn is now. */
  readonly twice: readonly string[];
}

/** Nothing was left. */
export const NOTHING_DUE: Due = { once: [], twice: [] };

type Rank = "twice" | "once" | "fresh";

/** The looks of one continuation. */
export class LookQueue {
  readonly #queues: Readonly<Record<Rank, string[]>>;
  readonly #taken = new Set<string>();
  readonly #isTimeOver: () => boolean;
  #looks = 0;
  #bytes = 0;
  #rank: Rank = "fresh";

  /**
   * @param due What the last continuation left.
   * @param fresh What this one would look at.
   * @param isTimeOver Whether the time of this continuation is over.
   */
  constructor(due: Due, fresh: readonly string[], isTimeOver: () => boolean) {
    this.#queues = { twice: [...due.twice], once: [...due.once], fresh: [...fresh] };
    this.#isTimeOver = isTimeOver;
  }

  /** Puts what was found in a folder beside the folder. */
  add(path: string): void {
    this.#queues[this.#rank].push(path);
  }

  /** Notes what a look has read. */
  noteBytes(bytes: number): void {
    this.#bytes += bytes;
  }

  /** The paths to look at, each once. */
  *take(): Generator<string> {
    for (const rank of ["twice", "once", "fresh"] as const) {
      this.#rank = rank;
      const queue = this.#queues[rank];
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
        if (this.#taken.has(path)) continue;
        if (rank !== "twice" && !this.#mayGoOn()) {
          queue.unshift(path);
          return;
        }
        this.#taken.add(path);
        this.#looks += 1;
        yield path;
      }
    }
  }

  /** What is left, each path once, in order. */
  get left(): Due {
    const { once, fresh } = this.#queues;
    const twice = new Set(once.filter((path) => !this.#taken.has(path)));
    const others = new Set(fresh.filter((path) => !this.#taken.has(path) && !twice.has(path)));
    return { twice: [...twice].slice(0, MOST_DUE), once: [...others].slice(0, MOST_DUE) };
  }

  /** Whether more is left than can be remembered. */
  get isCut(): boolean {
    const { once, fresh } = this.#queues;
    return once.length > MOST_DUE || fresh.length > MOST_DUE;
  }

  #mayGoOn(): boolean {
    const isFloor = this.#looks < FEWEST_LOOKS && this.#bytes < FLOOR_BYTES;
    return isFloor || !this.#isTimeOver();
  }
}
