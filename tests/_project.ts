/** A temporary home and project for tests with real files. */
import { dirname, join } from "@std/path";
import { type Environment, environmentOf } from "../src/store/environment.ts";
import { type Places, placesOf } from "../src/store/places.ts";

/** A file's content, as text or as bytes. */
export type Content = string | Uint8Array<ArrayBuffer>;

export interface ProjectOptions {
  /** The prefix of the temporary folder's name. */
  readonly prefix?: string;
  /** Its folder below the root. Default: a name that needs quotes in a shell. */
  readonly folder?: string;
  /** Its first files, by their paths. */
  readonly files?: Readonly<Record<string, Content>>;
  /** Variables of its environment in addition to `HOME`. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** A temporary home and project, removed by `using`. */
export class TestProject implements Disposable {
  /** The folder of both, links resolved. */
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly env: Environment;
  readonly places: Places;

  constructor(options: ProjectOptions = {}) {
    const { prefix = "ralph test ", folder = "my 'own' $project" } = options;
    const { files = {}, variables = {} } = options;
    this.root = Deno.realPathSync(Deno.makeTempDirSync({ prefix }));
    this.home = join(this.root, "home");
    this.project = join(this.root, folder);
    Deno.mkdirSync(this.project, { recursive: true });
    const all: Record<string, string> = { HOME: this.home, ...variables };
    this.env = environmentOf((name) => all[name], this.project);
    this.places = placesOf(this.env);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  /**
   * Returns the absolute path of a file.
   *
   * @param path From the project; `~/` is the home; an absolute path stays as it is.
   */
  path(path: string): string {
    if (path.startsWith("~/")) return join(this.home, path.slice(2));
    return path.startsWith("/") ? path : join(this.project, path);
  }

  /** Writes a file, its folders included, and returns its path. */
  write(path: string, content: Content): string {
    const file = this.path(path);
    Deno.mkdirSync(dirname(file), { recursive: true });
    if (typeof content === "string") Deno.writeTextFileSync(file, content);
    else Deno.writeFileSync(file, content);
    return file;
  }

  /** Reads a file; empty if it does not exist. */
  read(path: string): string {
    try {
      return Deno.readTextFileSync(this.path(path));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return "";
      throw error;
    }
  }

  /** Runs git in the project without the user's configuration; returns its output, trimmed. */
  git(...args: string[]): string {
    return gitIn(this.project, ...args);
  }

  /** Makes the project a repository, with all files in the index or in a first commit. */
  track({ isCommitted = false } = {}): void {
    this.git("init", "-q", "-b", "main");
    this.git("add", "-A");
    if (isCommitted) this.git("commit", "-qm", "One");
  }

  [Symbol.dispose](): void {
    removeFolder(this.root);
  }
}

/**
 * Removes a folder in which a process of the test may still write its last files: what it adds
 * while the folder is removed would fail the test, although its promise was kept.
 *
 * @param waitMs How long new files are waited for.
 */
export function removeFolder(path: string, waitMs = 5000): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const endMs = Date.now() + waitMs;;) {
    try {
      return Deno.removeSync(path, { recursive: true });
    } catch (error) {
      if (!isNotEmpty(error) || Date.now() > endMs) throw error;
      Atomics.wait(pause, 0, 0, 20);
    }
  }
}

/** Deno has no class for this error, only its code. */
function isNotEmpty(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOTEMPTY";
}

/**
 * Runs git in a folder without the user's configuration.
 *
 * @returns Its output, trimmed.
 * @throws {Error} Where it fails, with its standard error.
 */
export function gitIn(folder: string, ...args: string[]): string {
  const { success, stdout, stderr } = new Deno.Command("git", {
    args: ["-c", "user.name=Dev", "-c", "user.email=dev@example.com", ...args],
    cwd: folder,
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}
