/** A project that measures: its files, its runs, and what a continuation or an end says. */
import { dirname, join } from "@std/path";
import { type Answer, continuationOf, type Stage } from "./_stage.ts";

/** What the agent is told. */
export function told(answer: Answer): string {
  return continuationOf(answer) ?? "";
}

/** Writes a file of the project. */
export function put(stage: Stage, path: string, text: string): void {
  const file = join(stage.project, path);
  Deno.mkdirSync(dirname(file), { recursive: true });
  Deno.writeTextFileSync(file, text);
}

/** One moment for all names: a second that passes between two calls makes no other run. */
const NOW_MS = Date.now();

/** Alpha Forge's folder of a run so many minutes ago, in the machine's own time zone. */
export function runName(minutesAgo: number): string {
  const at = new Date(NOW_MS - minutesAgo * 60_000);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`;
  return `run_${day}_${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`;
}

/** Writes runs, a minute apart, the last one a minute ago. */
export function putRuns(stage: Stage, summaries: readonly (object | string)[]): string[] {
  return summaries.map((summary, index) => {
    const name = runName(summaries.length - index);
    const text = typeof summary === "string" ? summary : JSON.stringify(summary);
    put(stage, `outputs/runs/${name}/summary.json`, text);
    return name;
  });
}
