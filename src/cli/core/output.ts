/**
 * The only module through which commands write: data on stdout, messages on stderr.
 *
 * File names, plans, settings and agents' output may contain escape sequences. All of them are made
 * visible here, except the marks of a style.
 */
import { messageOf, StateError } from "../../error.ts";
import { type BackgroundTarget, BackgroundWriter } from "../../system/background_writer.ts";
import { type ByteTarget, writeText } from "../../system/standard_streams.ts";
import { showCount } from "../../text/human_units.ts";
import { escapeJson } from "../../text/show_text.ts";
import { ScreenQueue } from "../screen/screen_queue.ts";
import { createStyle, renderMarks, type Style } from "./style.ts";
import { wrapLines } from "./text_layout.ts";

/** Version of all `--json` output; increases when a field changes its meaning. */
export const JSON_SCHEMA_VERSION = 1;

/** The output of a command: data on stdout, messages on stderr. */
export interface Output {
  /** Columns to wrap help and tables at. */
  readonly width: number;
  /** The style for {@linkcode Output.data} and {@linkcode Output.text}. */
  readonly style: Style;
  /** The style for {@linkcode Output.say}. */
  readonly talkStyle: Style;
  /** Whether the reader of stdout is gone, as after `| head -1`. */
  readonly isClosed: boolean;
  /** Writes a text on stdout unchanged, followed by one line break. */
  data(text: string): void;
  /** Writes a text for a person on stdout. On a terminal, wide lines are wrapped. */
  text(text: string): void;
  /** Writes one JSON document on stdout, with `schema_version` first. */
  json(value: Readonly<Record<string, unknown>>): void;
  /** Writes a message on stderr, followed by one line break. On a terminal, it is wrapped. */
  say(text: string): void;
  /** Writes one JSON document on one line of stdout, for programs that read a stream. */
  jsonLine(json: string): void;
  /** Writes a question on stderr, and leaves the cursor after it. On a terminal, it is wrapped. */
  prompt(text: string): void;
  /**
   * Replaces the last rows of stderr by other rows. Messages stay above them.
   *
   * @param above Text to keep above the rows, unchanged.
   */
  draw(rows: readonly string[], above?: string): void;
  /**
   * Writes in the background from now on, so that nothing waits for a slow reader. Errors are ignored.
   * Of unread output, only the last lines up to a limit are kept.
   *
   * @param describeLostData Makes the line that replaces lost lines on stdout.
   */
  writeBeside(describeLostData: (lines: number) => string): void;
  /** Waits until everything is written, or until the reader has not read for a moment. */
  settle(): Promise<void>;
}

/** A stream; one with a file descriptor can also be written in the background. */
type OutputStream = ByteTarget & Partial<BackgroundTarget>;

/** The columns to wrap at, and the style of a text. */
export type Layout = Pick<Output, "width" | "style">;

interface OutputOptions {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Whether each stream may have colour, from {@linkcode hasColor}. */
  readonly colorOut: boolean;
  readonly colorTalk: boolean;
  /** Whether each stream is a terminal, so that lines are wrapped. Default: false. */
  readonly wrapOut?: boolean;
  readonly wrapTalk?: boolean;
  /** Columns of the terminal. Default: 80. */
  readonly width?: number;
}

/**
 * Checks whether a stream gets colour: it is a terminal, not `dumb`, and `NO_COLOR` is not set.
 *
 * @param env Contains `NO_COLOR` and `TERM`.
 */
export function hasColor(
  isTerminal: boolean,
  env: { get(name: string): string | undefined },
): boolean {
  return isTerminal && !env.get("NO_COLOR") && env.get("TERM") !== "dumb";
}

/** Creates an output over two streams. Errors of stderr are ignored. */
export function createOutput({ stdout, stderr, ...options }: OutputOptions): Output {
  let isClosed = false;
  const data = new ScreenQueue(describeLost);
  const talk = new ScreenQueue(describeLost);
  let dataWriter: BackgroundWriter | null = null;
  let talkWriter: BackgroundWriter | null = null;
  const writeData = (text: string) => {
    if (dataWriter !== null) {
      data.add(text);
      return dataWriter.wake();
    }
    let bytes = new TextEncoder().encode(text);
    try {
      while (!isClosed && bytes.length > 0) bytes = bytes.subarray(stdout.writeSync(bytes));
    } catch (error) {
      // A reader that has read enough, as in `ralph status | head -1`, is not a failure.
      isClosed = error instanceof Deno.errors.BrokenPipe;
      if (isClosed) return;
      throw new StateError(`Cannot write the output: ${messageOf(error)}`, {
        hint: "Check the space on the disk that it goes to.",
        cause: error,
      });
    }
  };
  const wakeTalk = () => {
    if (talkWriter !== null) return talkWriter.wake();
    for (let text = talk.take(); text !== ""; text = talk.take()) writeText(stderr, text);
  };
  const writeTalk = (text: string) => {
    talk.add(renderMarks(text));
    wakeTalk();
  };
  const width = options.width ?? 80;
  const wrap = (text: string, isTerminal = false) => isTerminal ? wrapLines(text, width) : text;
  return {
    width,
    get isClosed() {
      return isClosed;
    },
    style: createStyle(options.colorOut),
    talkStyle: createStyle(options.colorTalk),
    data: (text) => writeData(renderMarks(endLine(text))),
    text: (text) => writeData(renderMarks(endLine(wrap(text, options.wrapOut)))),
    json: (value) => {
      const document = { schema_version: JSON_SCHEMA_VERSION, ...value };
      writeData(`${escapeJson(JSON.stringify(document, null, 2))}\n`);
    },
    jsonLine: (json) => writeData(`${escapeJson(json)}\n`),
    say: (text) => writeTalk(endLine(wrap(text, options.wrapTalk))),
    prompt: (text) => writeTalk(wrap(text, options.wrapTalk)),
    draw: (rows, above = "") => {
      talk.add(renderMarks(above));
      talk.draw(rows.map(renderMarks));
      wakeTalk();
    },
    writeBeside: (describeLostData) => {
      data.describeLost = describeLostData;
      dataWriter ??= writerOf(stdout, data);
      talkWriter ??= writerOf(stderr, talk);
    },
    settle: async () => {
      await Promise.all([dataWriter?.settle(), talkWriter?.settle()]);
    },
  };
}

function describeLost(lines: number): string {
  return `… ${showCount(lines, "line")} not shown\n`;
}

function writerOf(stream: OutputStream, queue: ScreenQueue): BackgroundWriter | null {
  const { write } = stream;
  return write === undefined
    ? null
    : new BackgroundWriter({ write: (bytes) => write.call(stream, bytes) }, () => queue.take());
}

function endLine(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
