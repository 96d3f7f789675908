/**
 * The keys of a run's screen. They are looked for without a blocking read, and only in the
 * foreground: a process in the background that reads its terminal, or changes it, would be stopped.
 */
import { attempt } from "../../error.ts";
import { openCLibrary } from "../../system/c_library.ts";

/** `POLLIN` (poll(2)). */
const READABLE = 1;
const STDIN = 0;

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
  });
  if (library === null) return null;
  const { getpgrp, tcgetpgrp, poll } = library.symbols;
  const polled = new Int32Array([STDIN, READABLE]);
  const bytes = new Uint8Array(64);
  const isInFront = () => tcgetpgrp(STDIN) === getpgrp();
  // Ctrl-C and Ctrl-Z stay signals.
  const setRaw = (isRaw: boolean) => {
    if (isInFront()) attempt(() => Deno.stdin.setRaw(isRaw, { cbreak: isRaw }));
  };
  const restore = () => setRaw(false);
  // The shell sets the terminal for itself while the run is in the background, or stopped.
  let isRaw = false;
  const goOn = () => isRaw = false;
  Deno.addSignalListener("SIGCONT", goOn);
  globalThis.addEventListener("unload", restore);
  return {
    read() {
      const isHere = isInFront();
      if (isHere && !isRaw) setRaw(true);
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
