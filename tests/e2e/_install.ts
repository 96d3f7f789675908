/**
 * Registers the hooks on a stage: by the binary once, and for later stages by what it wrote then.
 *
 * @module
 */
import type { Stage } from "./_stage.ts";

/** What `hooks install` wrote, with a word in the place of the home. */
let installation: Readonly<Record<string, string>> | null = null;
const HOME_WORD = "@HOME@";
const INSTALLED_FILES = ["settings.json", "ralph/hooks-installed.json"];

/** Registers the hooks: by the binary once, and for later stages by what it wrote then. */
export async function install(stage: Stage): Promise<void> {
  if (installation === null) {
    await stage.ok(["hooks", "install"]);
    installation = Object.fromEntries(INSTALLED_FILES.map((name) => [
      name,
      Deno.readTextFileSync(stage.inHome(name)).replaceAll(stage.home, HOME_WORD),
    ]));
    return;
  }
  Deno.mkdirSync(stage.inHome("ralph"), { mode: 0o700 });
  for (const [name, text] of Object.entries(installation)) {
    Deno.writeTextFileSync(stage.inHome(name), text.replaceAll(HOME_WORD, stage.home), {
      mode: 0o600,
    });
  }
}
