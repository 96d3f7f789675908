/** A home and a project in a temporary folder, for tests with real files. */
import { join } from "@std/path";
import type { Environment } from "../../src/store/environment.ts";
import type { Places } from "../../src/store/places.ts";
import { TestProject } from "../_project.ts";

/** A home and a project of a test. */
export interface Stage {
  readonly root: string;
  readonly env: Environment;
  readonly places: Places;
  /** The project's root, links resolved. */
  readonly project: string;
  /** Writes a file, given by its path from the root. */
  readonly write: (path: string, text: string) => string;
}

/** Names that break programs which build commands or paths from text. */
export const HARD_NAME = "a b 'c' \"d\"\n$(e) \u{1f680}é";

/**
 * Runs a test with a home and a project of its own, which are removed afterwards.
 *
 * @param test What to do with them.
 * @param variables The environment besides `HOME`.
 */
export async function withStage(
  test: (stage: Stage) => unknown,
  variables: Record<string, string> = {},
): Promise<void> {
  using project = new TestProject({ folder: "project", variables });
  const { root, env, places } = project;
  Deno.mkdirSync(project.path(".claude"));
  const write = (path: string, text: string) => project.write(join(root, path), text);
  await test({ root, env, places, project: project.project, write });
}

export function startChild(name: string, ...args: string[]): Deno.ChildProcess {
  const program = new URL(`./children/${name}.ts`, import.meta.url).href;
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-lock", "--allow-all", program, ...args],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

/** Checks whether rights do not apply: the superuser may write anywhere. */
export function isSuperuser(): boolean {
  return Deno.uid() === 0;
}
