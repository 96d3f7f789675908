/**
 * The way of an agent's output: bytes, text, secrets masked, then log, lines and screen.
 *
 * @module
 */
import type { LogSink } from "../terminal/iteration_log.ts";
import { LineSplitter } from "../terminal/lines.ts";
import { LastScreen, plainText } from "../terminal/plain_text.ts";
import { SecretFilter } from "../terminal/secret_filter.ts";
import type { Secrets } from "../terminal/secrets.ts";
import type { StreamName } from "../terminal/terminal.ts";

/** Where output goes. */
export interface OutputTargets {
  readonly log: LogSink;
  readonly secrets: Secrets;
  readonly onLine: (line: string) => void;
  /** Every piece of text, masked. */
  readonly onText: (text: string) => void;
}

/** One stream on its way; two streams of one agent must not mix within a line. */
interface Channel {
  readonly decoder: TextDecoder;
  readonly filter: SecretFilter;
  readonly lines: LineSplitter;
}

/** Takes bytes as they come; keeps only incomplete lines and the last screen. */
export class Output {
  readonly #targets: OutputTargets;
  readonly #channels = new Map<StreamName, Channel>();
  readonly #screen = new LastScreen();
  #isOver = false;
  /** Bytes so far. */
  bytes = 0;

  /** @param targets Where it goes. */
  constructor(targets: OutputTargets) {
    this.#targets = targets;
  }

  /** Takes a piece; a character or a secret may be split between two of them. */
  push(bytes: Uint8Array, stream: StreamName): void {
    if (this.#isOver) return;
    this.bytes += bytes.length;
    let channel = this.#channels.get(stream);
    if (channel === undefined) {
      channel = {
        // What is not UTF-8 becomes U+FFFD, so that the log is text whatever an agent prints.
        decoder: new TextDecoder(),
        filter: new SecretFilter(this.#targets.secrets),
        lines: new LineSplitter(this.#targets.onLine),
      };
      this.#channels.set(stream, channel);
    }
    this.#pass(channel, channel.filter.push(channel.decoder.decode(bytes, { stream: true })));
  }

  /** To be called when nothing came for a moment: shows what can be of incomplete lines. */
  release(): void {
    for (const channel of this.#channels.values()) this.#pass(channel, channel.filter.release());
  }

  /** To be called at the end; what comes later from a process that cannot be ended is dropped. */
  end(): void {
    this.#isOver = true;
    for (const channel of this.#channels.values()) {
      this.#pass(channel, channel.filter.push(channel.decoder.decode()));
      this.#pass(channel, channel.filter.end());
      channel.lines.end();
    }
    this.#channels.clear();
  }

  /** The last lines, at most so many. */
  readScreen(rows: number): string[] {
    return this.#screen.read(rows);
  }

  #pass(channel: Channel, text: string): void {
    if (text === "") return;
    this.#targets.log.write(text);
    this.#screen.push(text);
    this.#targets.onText(text);
    channel.lines.push(text);
  }
}

/** How many texts are remembered. */
const REMEMBERED = 32;
/** Characters compared of a text. */
const COMPARED = 400;
/** What changes in a text that stands still: times, counters, bars, spinners. */
const MOVING = /[\d\s.,:;|/\\()[\]<>=#*·•…%✓✔-]|[^\p{L}\p{N}\p{P}]/gu;

/** Tells new output from the same again: a spinner moves, but says nothing. */
export class Novelty {
  readonly #seen = new Set<string>();

  /**
   * Whether a text says something new.
   *
   * @param text A piece of output; its last line with words is what counts.
   */
  isNew(text: string): boolean {
    const lines = text.slice(-4 * COMPARED).split(/[\r\n]+/);
    const last = lines.findLast((line) => plainText(line).trim() !== "");
    const words = plainText(last ?? "").replace(MOVING, "").slice(-COMPARED);
    if (words === "") return false;
    const isKnown = this.#seen.delete(words);
    this.#seen.add(words);
    const oldest = this.#seen.values().next().value;
    if (this.#seen.size > REMEMBERED && oldest !== undefined) this.#seen.delete(oldest);
    return !isKnown;
  }
}
