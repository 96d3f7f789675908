/**
 * Reads the keys of a run's screen, without blocking and only in the foreground: a background process
 * that reads or configures its terminal would be stopped.
 */
import { attempt } from "../../error.ts";
import { openCLibrary } from "../../system/c_library.ts";

/** `POLLIN` (poll(2)). */
const READABLE = 1;
const STDIN = 0;
/** `TCSANOW`: the other modes would wait until the output has been read. */
const AT_ONCE = 0;
/** A size above `struct termios` of every system, in bytes. */
const TERMIOS_BYTES = 256;
/** `c_lflag` without `ECHO` and `ICANON`, `VMIN` 1 and `VTIME` 0: Ctrl-C and Ctrl-Z stay signals. */
const RAW = Deno.build.os === "darwin"
  ? { flags: 24, cleared: 0x108, least: 48, wait: 49 }
  : { flags: 12, cleared: 0o12, least: 23, wait: 22 };

/** The keyboard of this process's terminal. */
interface Keyboard extends Disposable {
  /** Returns the input since the last call; empty in the background. */
  read(): string;
}

/** Opens the keyboard; null without a terminal, or if its keys cannot be polled. */
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
  // While the run is stopped or in the background, the shell changes the terminal's settings.
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

/** Makes the settings for reading single keys from the terminal's present ones. */
function rawOf(found: Uint8Array): Uint8Array<ArrayBuffer> {
  const raw = found.slice();
  const view = new DataView(raw.buffer);
  // All supported systems are little-endian.
  view.setUint32(RAW.flags, view.getUint32(RAW.flags, true) & ~RAW.cleared, true);
  raw[RAW.least] = 1;
  raw[RAW.wait] = 0;
  return raw;
}
