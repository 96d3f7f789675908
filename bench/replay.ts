/**
 * What a replay of a long night costs.
 *
 * @module
 */
import { join } from "@std/path";
import type { BenchRow, Program } from "./measure.ts";

const MB = 1024 * 1024;
/** Tool calls of a turn, and characters of each result. */
const CALLS = 20;
const RESULT_CHARACTERS = 8_000;
/** Turns that are written at once. */
const TURNS_AT_ONCE = 10;

/** Maximum ratio of 200 MB to an empty program: some seconds. */
const TIME_AT_MOST = 80;
/** Maximum ratio of the memory for 200 MB to that for 2 MB. */
const MEMORY_AT_MOST = 2;

/** Builds the rows. */
export async function replayRows(
  { root, ralph, empty }: { root: string; ralph: string; empty: Program },
): Promise<BenchRow[]> {
  const home = join(root, "replay");
  await Deno.mkdir(home, { recursive: true });
  const replayOf = async (bytes: number): Promise<Program> => {
    const path = join(home, `${bytes / MB}.jsonl`);
    await writeNight(path, bytes);
    return {
      command: [ralph, "replay", path, "--set", "max_hours=9000", "--set", "max_iterations=99999"],
      cwd: home,
      env: { HOME: home, PATH: Deno.env.get("PATH") ?? "" },
      input: "",
    };
  };
  const long = await replayOf(200 * MB);
  const short = await replayOf(2 * MB);
  const mustPrint = "It would have gone on";
  return [
    {
      name: "replay of a 200 MB transcript",
      program: long,
      baseline: empty,
      atMost: TIME_AT_MOST,
      mustPrint,
    },
    {
      name: "replay of 200 MB against 2 MB",
      program: long,
      baseline: short,
      atMost: null,
      mustPrint,
      memoryAtMost: MEMORY_AT_MOST,
    },
  ];
}

/** Writes a session in which the agent reads files and reports after each turn. */
async function writeNight(path: string, bytes: number): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  const result = "word ".repeat(RESULT_CHARACTERS / 5);
  let second = 0;
  const line = (fields: Record<string, unknown>) =>
    `${
      JSON.stringify({
        timestamp: new Date(Date.UTC(2026, 0, 2) + 7_000 * second++).toISOString(),
        sessionId: "bench",
        cwd: "/home/dev/app",
        version: "2.1.328",
        entrypoint: "cli",
        isSidechain: false,
        ...fields,
      })
    }\n`;
  const answer = (id: string, block: Record<string, unknown>, reason: string) =>
    line({ type: "assistant", message: { id, content: [block], stop_reason: reason } });
  const call = (id: string) => {
    const input = { file_path: `/home/dev/app/${id}.ts` };
    const shown = {
      filePath: input.file_path,
      content: result,
      startLine: 1,
      numLines: 1,
      totalLines: 1,
    };
    return answer(`msg_${id}`, { type: "tool_use", id, name: "Read", input }, "tool_use") + line({
      type: "user",
      message: { content: [{ type: "tool_result", tool_use_id: id, content: result }] },
      toolUseResult: { type: "text", file: shown },
    });
  };
  const turn = (number: number) =>
    Array.from({ length: CALLS }, (_, index) => call(`${number}_${index}`)).join("") +
    answer(`msg_${number}`, { type: "text", text: reportOf(number) }, "end_turn") +
    line({ type: "system", subtype: "stop_hook_summary", preventedContinuation: false });
  let written = 0;
  const write = (text: string) => {
    const block = new TextEncoder().encode(text);
    for (let done = 0; done < block.length;) done += file.writeSync(block.subarray(done));
    written += block.length;
  };
  write(line({ type: "user", message: { role: "user", content: "Work" } }));
  for (let number = 0; written < bytes; number += TURNS_AT_ONCE) {
    write(Array.from({ length: TURNS_AT_ONCE }, (_, index) => turn(number + index)).join(""));
  }
}

/** An answer like no other. */
function reportOf(number: number): string {
  const figures = Array.from(
    { length: 150 },
    (_, index) => (number * 7_919 + index * index) % 9_973,
  );
  return `Step ${number} is done: ${figures.join(" ")}`;
}
