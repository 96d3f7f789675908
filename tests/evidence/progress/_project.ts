/** A throw-away project with one file, with or without git. */
import { TestProject as Ground } from "../../_project.ts";

/** A project that is removed at the end of its block. */
export interface TestProject extends Disposable {
  /** Links resolved. */
  readonly path: string;
}

/**
 * Makes the project: `a.txt` with "a".
 *
 * @param isGit Whether it is a repository with one commit.
 */
export function makeProject(isGit: boolean): TestProject {
  const ground = new Ground({ files: { "a.txt": "a" } });
  if (isGit) ground.track({ isCommitted: true });
  return { path: ground.project, [Symbol.dispose]: () => ground[Symbol.dispose]() };
}
