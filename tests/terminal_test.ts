/** The terminal of other tests: what is typed arrives, and what is shown is read. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { Terminal } from "./_terminal.ts";
import { needs } from "./_tools.ts";
import { waitUntil } from "./_wait.ts";

const env = { PATH: Deno.env.get("PATH") ?? "", HOME: "/" };

needs("tmux").test(
  "terminal: shows what was typed, has the wanted size and takes another",
  async () => {
    await using terminal = await Terminal.open({ columns: 40, rows: 12, cwd: "/", env });
    await terminal.waitFor("$");
    await terminal.type("stty size; echo é漢");
    await terminal.keys("Enter");
    assertEquals(await terminal.waitFor("12 40\né漢"), "$ stty size; echo é漢\n12 40\né漢\n$");
    await terminal.resize(100, 30);
    await terminal.type("clear; stty size");
    await terminal.keys("Enter");
    await terminal.waitFor("30 100");
  },
);

needs("tmux").test("terminal: the last screen stays when the program has ended", async () => {
  // tmux may lose what a program prints that ends at once.
  const command = ["sh", "-c", "echo over; read -r line"];
  await using terminal = await Terminal.open({ command, cwd: "/", env });
  await terminal.waitFor("over");
  await terminal.keys("Enter");
  // "Pane is dead" is shown only once tmux has also heard that its child is gone, which it may miss.
  await waitUntil(async () => await terminal.read("#{pane_dead}") === "1", () => "it lives");
  assertStringIncludes(await terminal.history(), "over");
});
