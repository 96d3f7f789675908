/**
 * The keys of a run's screen. They are looked for without a blocking read, and only in the
 * foreground: a process in the background that reads its terminal, or changes it, would be stopped.
 */
import { attempt } from "../../error.ts";
import { openCLibrary } from "../../system/c_library.ts";

/** `POLLIN` (poll(2)). */
const READABLE = 1;
const STDIN = 0;
/** `TCSANOW`: any other way would wait until somebody has read the terminal. */
const AT_ONCE = 0;
/** Larger than `struct termios` of any system, in bytes. */
const TERMIOS_BYTES = 256;
/** `c_lflag` without `ECHO` and `ICANON`, `VMIN` 1 and `VTIME` 0: Ctrl-C and Ctrl-Z stay signals. */
const RAW = Deno.build.os === "darwin"
  ? { flags: 24, cleared: 0x108, least: 48, wait: 49 }
  : { flags: 12, cleared: 0o12, least: 23, wait: 22 };

/** The keyboard of this process's terminal. */
interface Keyboard extends Disposable {
  /** Returns what was typed since the last call; empty in the background. */
  read(): string;
}

/** Opens the keyboard; null without a terminal, and where its keys cannot be looked for. */
export function openKeyboard(): Keyboard | null {
  const library = !Deno.stdin.isTerminal() ? null : openCLibrary({
    getpgrp: { parameters: [], result: "i32" },
    tcgetpgrp: { parameters: ["i32"], result: "i32" },
    poll: { parameters: ["buffer", "u64", "i32"], result: "i32" },
    tcgetattr: { parameters: ["i32", "buffer"], result: "i32" },
    tcsetattr: { parameters: ["i32", "i32", "buffer"], result: "i32" },
  });
  if (library === null) return null;
  const { getpgrp, tcgetpgrp, poll, tcgetattr, tcsetattr } = library.symbols;
  const polled = new Int32Array([STDIN, READABLE]);
  const bytes = new Uint8Array(64);
  const isInFront = () => tcgetpgrp(STDIN) === getpgrp();
  const found = new Uint8Array(TERMIOS_BYTES);
  // The shell sets the terminal for itself while the run is in the background, or stopped.
  let isRaw = false;
  let isChanged = false;
  const setRaw = () => {
    if (!isChanged && tcgetattr(STDIN, found) !== 0) return;
    tcsetattr(STDIN, AT_ONCE, rawOf(found));
    isChanged = true;
  };
  const restore = () => {
    if (isChanged && isInFront()) tcsetattr(STDIN, AT_ONCE, found);
  };
  const goOn = () => isRaw = false;
  Deno.addSignalListener("SIGCONT", goOn);
  globalThis.addEventListener("unload", restore);
  return {
    read() {
      const isHere = isInFront();
      if (isHere && !isRaw) setRaw();
      isRaw = isHere;
      if (!isHere || poll(polled, 1n, 0) !== 1) return "";
      const count = attempt(() => Deno.stdin.readSync(bytes)) ?? 0;
      return new TextDecoder().decode(bytes.subarray(0, count));
    },
    [Symbol.dispose]() {
      Deno.removeSignalListener("SIGCONT", goOn);
      globalThis.removeEventListener("unload", restore);
      restore();
      library.close();
    },
  };
}

/** Makes the settings with which single keys are read, from the terminal's own. */
function rawOf(found: Uint8Array): Uint8Array<ArrayBuffer> {
  const raw = found.slice();
  const view = new DataView(raw.buffer);
  // All systems that are built for are little-endian.
  view.setUint32(RAW.flags, view.getUint32(RAW.flags, true) & ~RAW.cleared, true);
  raw[RAW.least] = 1;
  raw[RAW.wait] = 0;
  return raw;
}
