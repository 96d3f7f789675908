/** The README's recordings are what the binary shows, and images that need nothing else. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { drawPage } from "../../scripts/_page_svg.ts";
import { recordView } from "../../scripts/_record_view.ts";
import { drawScreens, drawTerminal, readRows, readWords } from "../../scripts/_terminal_svg.ts";
import { needs, needsAll, needsBuild, RALPH } from "../_tools.ts";

const read = (name: string) =>
  Deno.readTextFileSync(new URL(`../../docs/${name}`, import.meta.url));
const VIEW = { title: "A title", columns: 10, rows: 2 };

/** The words without what differs from run to run: places, times and durations. */
function normalize(words: string): string {
  return words.replace(/\s+/g, "")
    .replaceAll(/\/[\w/.-]*?ralph-demo-\w+?(?=\/)/g, "DEMO")
    .replaceAll(/"\/[^"]*\/ralph"/g, '"ralph"')
    .replaceAll(/\d\d:\d\d/g, "TIME")
    .replaceAll(/justnow|(?:\d+(?:min|s))+ago/g, "AGO")
    .replaceAll(/(?:\d+(?:h|min|s))+(?=of|active|·)/g, "DURATION");
}

needsBuild().test(
  "recording: its words are those that the demo prints; 'deno task recording' makes it anew",
  async () => {
    const { stdout } = await new Deno.Command(RALPH, {
      args: ["demo"],
      env: { NO_COLOR: "1" },
    }).output();
    const printed = normalize(`$ ralph demo ${new TextDecoder().decode(stdout)}`);
    assertEquals(normalize(readWords(read("demo.svg"))), printed);
  },
);

/** The cells of the screens, each once; which moments were seen differs from run to run. */
function cellsOf(svg: string): string[] {
  const cells = [...svg.matchAll(/<text .*<\/text>/g)].map(([row]) => normalize(readWords(row)))
    .filter((row) => !row.startsWith("now"))
    .map((row) => row.replace(/^project.*/, "project").replace(/[█░▏▎▍▌▋▊▉]+/, "BAR"))
    .flatMap((row) => row.split(/(?<=^next)|[✓→]|-(?=[A-Z])/))
    .map((cell) => cell.replaceAll(/\d+/g, "N"));
  return [...new Set(cells)].sort();
}

/** The words of a page outside of its charts, each once; ids, paths and amounts differ. */
function wordsOf(svg: string): string[] {
  const text = svg.replace(/<style>[^]*?<\/style>|<svg [^>]*aria-hidden[^]*?<\/svg>/g, "")
    .replace(/<code>[^<]*<\/code>|<[^>]*>/g, " ");
  return [...new Set(text.match(/(?<![\w/])[a-z]{2,}(?![\w/])/gi))].sort();
}

Deno.test("recording: the live view shows the same words today, the report the same words", {
  ...needsAll(needsBuild(), needs("tmux")),
}, async () => {
  const size = { columns: 114, rows: 17 };
  const { page, screens } = await recordView(RALPH, size);
  assertEquals(cellsOf(read("view.svg")), cellsOf(drawScreens(screens, { ...VIEW, ...size })));
  const report = drawPage(page, "ralph report: what was done, and when", { width: 9, height: 9 });
  assertEquals(wordsOf(read("report.svg")), wordsOf(report));
});

Deno.test("recording: it is small, loads nothing, and names no path of a machine", () => {
  for (const svg of ["demo.svg", "view.svg", "report.svg"].map(read)) {
    assert(svg.length < 200_000, `${svg.length} bytes`);
    assertEquals(/<script|<image|href|url\(|@import|\bon\w+=/.exec(svg), null);
    assertEquals(/(?<![\w-])\/(?:home|root|Users|work)\//.exec(svg), null);
  }
});

Deno.test("recording: rows break where the terminal is full, with their styles", () => {
  const rows = readRows("ab\x1b[1;32mcd\x1b[0m\r\n\r\n0123456789x\n", VIEW.columns);
  assertEquals(rows, [
    [{ text: "ab", classes: [] }, { text: "cd", classes: ["bold", "green"] }],
    [],
    [{ text: "0123456789", classes: [] }],
    [{ text: "x", classes: [] }],
  ]);
});

Deno.test("recording: what it cannot draw is an error", () => {
  for (const printed of ["a\x1b[2Jb", "a\rb", "a\tb", "\x1b[35mx"]) {
    assertThrows(() => readRows(printed, 80), Error, "not drawn");
  }
});

Deno.test("recording: what was printed stays text, and is read back", () => {
  const printed = '<b onclick="x"> & </text>';
  const svg = drawTerminal(readRows(printed, 80), { ...VIEW, title: '"<&' });
  assertEquals(readWords(svg), printed.replaceAll(" ", ""));
  assertEquals(svg.match(/<b |onclick="/), null);
});
