/**
 * The only place where commands write: data on stdout, talk on stderr.
 *
 * @module
 */

/** Version of everything that is printed with `--json`; grows when a field changes its meaning. */
export const JSON_SCHEMA_VERSION = 1;

/** Something that takes bytes; `Deno.stdout` is one. */
export interface ByteSink {
  writeSync(bytes: Uint8Array): number;
}

/** Marks text up for a terminal; where colour is off, each returns its text. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

/** Where a command's words go. */
export interface Output {
  /** Columns to wrap help and tables at. */
  readonly width: number;
  /** For text given to {@linkcode Output.data}. */
  readonly style: Style;
  /** For text given to {@linkcode Output.say}. */
  readonly talkStyle: Style;
  /** Data: a text on stdout, ended by one line break. */
  data(text: string): void;
  /** Data for programs: one JSON document on stdout, with `schema_version` in front. */
  json(value: Readonly<Record<string, unknown>>): void;
  /** Talk: a text on stderr, ended by one line break. */
  say(text: string): void;
  /** A question on stderr, the cursor left behind it. */
  prompt(text: string): void;
}

/** What an {@linkcode Output} is made of. */
export interface OutputOptions {
  readonly stdout: ByteSink;
  readonly stderr: ByteSink;
  /** Whether each stream may carry colour, from {@linkcode hasColor}. */
  readonly colorOut: boolean;
  readonly colorTalk: boolean;
  /** Columns of the terminal, by default 80. */
  readonly width?: number;
}

/**
 * Whether a stream gets colour: a terminal, no `NO_COLOR`, and not a dumb one.
 *
 * @param isTerminal Whether the stream is a terminal.
 * @param env Where `NO_COLOR` and `TERM` are read.
 */
export function hasColor(
  isTerminal: boolean,
  env: { get(name: string): string | undefined },
): boolean {
  return isTerminal && !env.get("NO_COLOR") && env.get("TERM") !== "dumb";
}

/** Creates the output of a command. */
export function createOutput(options: OutputOptions): Output {
  const { stdout, stderr } = options;
  return {
    width: options.width ?? 80,
    style: createStyle(options.colorOut),
    talkStyle: createStyle(options.colorTalk),
    data: (text) => write(stdout, endLine(text)),
    json: (value) =>
      write(
        stdout,
        `${JSON.stringify({ schema_version: JSON_SCHEMA_VERSION, ...value }, null, 2)}\n`,
      ),
    say: (text) => write(stderr, endLine(text)),
    prompt: (text) => write(stderr, text),
  };
}

/** Creates the marks of one stream. */
export function createStyle(color: boolean): Style {
  const mark = (open: number, close: number) => (text: string) =>
    color && text !== "" ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    bold: mark(1, 22),
    dim: mark(2, 22),
    red: mark(31, 39),
    green: mark(32, 39),
    yellow: mark(33, 39),
  };
}

function endLine(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

function write(sink: ByteSink, text: string): void {
  let bytes = new TextEncoder().encode(text);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(sink.writeSync(bytes));
  } catch (error) {
    // `ralph status | head -1` has heard enough; that is no failure of ours.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
