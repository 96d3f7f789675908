/**
 * Records `ralph demo` and the live view of its loop on a real terminal, and draws them and the loop's
 * report for the README: `docs/demo.svg`, `docs/view.svg`, `docs/report.svg`.
 *
 *     deno task recording
 *
 * The words and colours are those that the binary printed; only the pace is ours, so that it can be read.
 *
 * @module
 */
import { fromFileUrl, join } from "@std/path";
import { openTerminal } from "../src/run/terminal/open.ts";
import { drawPage } from "./_page_svg.ts";
import { recordView } from "./_record_view.ts";
import { runScript, say, ScriptError } from "./_say.ts";
import { drawScreens, drawTerminal, readRows } from "./_terminal_svg.ts";

const RALPH = fromFileUrl(new URL("../dist/ralph", import.meta.url));
const SIZE = { columns: 100, rows: 26 };
// So wide that no row breaks, whatever the time is.
const VIEW_SIZE = { columns: 114, rows: 17 };
const PAGE_SIZE = { width: 868, height: 524 };
/** Where users have it; the recording names no path of this machine. */
const INSTALLED = "/usr/local/bin";

if (import.meta.main) {
  await runScript(async () => {
    const demo = "ralph demo: an agent that stops too early is kept at its plan until all is done";
    const rows = readRows(await recordDemo(), SIZE.columns);
    write("demo.svg", drawTerminal(rows, { title: demo, ...SIZE }));
    const view = "ralph status --watch: the loop of the demo, from its first item to its end";
    const { page, screens } = await recordView(RALPH, VIEW_SIZE);
    write("view.svg", drawScreens(screens, { title: view, ...VIEW_SIZE }));
    write("report.svg", drawPage(page, "ralph report: what was done, and when", PAGE_SIZE));
    return 0;
  });
}

function write(name: string, svg: string): void {
  const file = fromFileUrl(new URL(`../docs/${name}`, import.meta.url));
  Deno.writeTextFileSync(file, svg);
  say(`Wrote ${file} (${Math.ceil(svg.length / 1024)} KB)`);
}

/** Runs the demo on a pseudo-terminal, in a mount namespace if the binary is installed. */
async function recordDemo(): Promise<string> {
  const folder = Deno.makeTempDirSync({ prefix: "ralph-recording-" });
  const decoder = new TextDecoder();
  let printed = "";
  try {
    const { errors, terminal } = await openTerminal("pty", {
      command: [
        "bwrap",
        ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"],
        ...["--tmpfs", INSTALLED, "--ro-bind", RALPH, join(INSTALLED, "ralph")],
        // The shell prints the command as it runs it.
        ...["--chdir", "/", "sh", "-c", "PS4='$ '; set -x; ralph demo"],
      ],
      cwd: "/",
      env: {
        HOME: "/tmp",
        LANG: "C.UTF-8",
        PATH: `${INSTALLED}:/usr/bin:/bin`,
        TERM: "xterm-256color",
      },
      size: SIZE,
      onData: (bytes) => {
        printed += decoder.decode(bytes, { stream: true });
      },
    });
    if (terminal === null) throw new ScriptError(`No terminal: ${errors.join("; ")}`);
    const { code } = await terminal.exited;
    terminal.close();
    if (code !== 0) throw new ScriptError(`The demo ended with ${code}:\n${printed}`);
    return printed;
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}
