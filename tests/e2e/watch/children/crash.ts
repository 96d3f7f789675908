/** A view that fails at the first key: `crash.ts error|rejection|exit`. */
import { Screen } from "../../../../src/cli/screen/screen.ts";

const screen = new Screen();
screen.draw({ columns: 80, rows: ["about to crash"], cursor: null });
const crash = {
  error: () =>
    void setTimeout(() => {
      throw new Error("crashed");
    }),
  rejection: () => void Promise.reject(new Error("crashed")),
  exit: () => Deno.exit(3),
}[Deno.args[0] as "error" | "rejection" | "exit"];
while ((await screen.next(10_000))?.kind !== "key");
crash();
await screen.next(10_000);
