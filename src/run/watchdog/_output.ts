/**
 * Processes an agent's output: decodes it, masks secrets, and passes it to the log, lines and screen.
 */
import type { LogSink } from "../terminal/iteration_log.ts";
import { LineSplitter } from "../terminal/lines.ts";
import { LastScreen, plainText } from "../terminal/plain_text.ts";
import { SecretFilter } from "../terminal/secret_filter.ts";
import type { Secrets } from "../terminal/secrets.ts";
import type { StreamName } from "../terminal/terminal.ts";

interface OutputTargets {
  readonly log: LogSink;
  readonly secrets: Secrets;
  readonly onLine: (line: string) => void;
  /** Receives every piece of masked text. */
  readonly onText: (text: string) => void;
}

/** The state of a stream; an agent's two streams must not mix within a line. */
interface Channel {
  readonly decoder: TextDecoder;
  readonly filter: SecretFilter;
  readonly lines: LineSplitter;
}

/** Processes bytes as they arrive; keeps only incomplete lines and the last screen. */
export class AgentOutput {
  readonly #channels = new Map<StreamName, Channel>();
  readonly #screen = new LastScreen();
  #isOver = false;
  bytes = 0;

  constructor(private readonly targets: OutputTargets) {}

  /** Adds a piece; a character or a secret may be split between two pieces. */
  push(bytes: Uint8Array, stream: StreamName): void {
    if (this.#isOver) return;
    this.bytes += bytes.length;
    let channel = this.#channels.get(stream);
    if (channel === undefined) {
      channel = {
        // Invalid UTF-8 becomes U+FFFD, so that the log is always text.
        decoder: new TextDecoder("utf-8", { ignoreBOM: true }),
        filter: new SecretFilter(this.targets.secrets),
        lines: new LineSplitter(this.targets.onLine),
      };
      this.#channels.set(stream, channel);
    }
    // Decoding is several times as fast without stream mode, which only an incomplete character needs.
    const mayGoOn = (bytes.at(-1) ?? 0xff) > 0x7f;
    const text = channel.decoder.decode(bytes, { stream: mayGoOn });
    this.#pass(channel, channel.filter.push(text));
  }

  /** Passes on the safe part of incomplete lines; call this after a moment without output. */
  release(): void {
    for (const channel of this.#channels.values()) this.#pass(channel, channel.filter.release());
  }

  /** Ends the output; drops later output of a process that cannot be ended. */
  end(): void {
    this.#isOver = true;
    for (const channel of this.#channels.values()) {
      this.#pass(channel, channel.filter.push(channel.decoder.decode()));
      this.#pass(channel, channel.filter.end());
      channel.lines.end();
    }
    this.#channels.clear();
  }

  readScreen(rows: number): string[] {
    return this.#screen.read(rows);
  }

  #pass(channel: Channel, text: string): void {
    if (text === "") return;
    this.targets.log.write(text);
    this.#screen.push(text);
    this.targets.onText(text);
    channel.lines.push(text);
  }
}

const REMEMBERED = 32;
const COMPARED = 400;
/** Parts that change without progress: times, counters, bars, spinners. */
const MOVING = /[\d\s.,:;|/\\()[\]<>=#*·•…%✓✔-]|[^\p{L}\p{N}\p{P}]/gu;

/** Distinguishes new output from repeated output, such as a spinner. */
export class Novelty {
  readonly #seen = new Set<string>();

  /** Checks whether a text is new. @param text A piece of output; only its last line with words counts. */
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
