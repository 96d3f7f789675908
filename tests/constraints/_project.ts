/** A project with files and, where wanted, git, in a throw-away folder. */
import { dirname, join } from "@std/path";
import { placesOf } from "../../src/store/places.ts";
import { scanRulesOf } from "../../src/constraints/scan_text.ts";
import { scanForContinuation } from "../../src/constraints/at_continuation.ts";
import { scanProject } from "../../src/constraints/scan.ts";

/** A throw-away project. */
export class Project implements Disposable {
  readonly top = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "ralph scan " }));
  readonly home = join(this.top, "home");
  readonly root = join(this.top, "my project");
  readonly places = placesOf({ home: this.home, claudeConfigDir: null, ralphHome: null });
  /** A home that stands in texts; the real one is a temporary folder with another name each time. */
  readonly rules = scanRulesOf("/home/kim");

  constructor(files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {}) {
    Deno.mkdirSync(this.root, { recursive: true });
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  /** Writes a file of the project; `~/` is the home. */
  write(path: string, content: string | Uint8Array<ArrayBuffer>): void {
    const file = path.startsWith("~/") ? join(this.home, path.slice(2)) : join(this.root, path);
    Deno.mkdirSync(dirname(file), { recursive: true });
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    // Written at a whole second, a file looks as if the disk knew no finer times, and is read once more.
    do Deno.writeFileSync(file, bytes); while (isWholeSecond(Deno.statSync(file)));
  }

  /** Calls git. */
  git(...args: string[]): void {
    const { success, stderr } = new Deno.Command("git", {
      args: ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args],
      cwd: this.root,
      stdout: "null",
      env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    }).outputSync();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  }

  /** Puts all files under git. */
  track(): void {
    this.git("init", "-q");
    this.git("add", "-A");
  }

  /** Makes all files look as if nothing was changed for an hour. */
  age(): void {
    const past = new Date(Date.now() - 3_600_000);
    const visit = (folder: string): void => {
      for (const { name, isDirectory, isFile } of Deno.readDirSync(folder)) {
        if (isDirectory) visit(join(folder, name));
        if (isFile) Deno.utimeSync(join(folder, name), past, past);
      }
    };
    visit(this.root);
  }

  /** The whole scan. */
  scan() {
    return scanProject({
      places: this.places,
      project: this.root,
      rules: this.rules,
      nowMs: Date.now(),
    });
  }

  /** The scan of a continuation, with time enough. */
  glance(turn = 0, budgetMs = 10_000) {
    const { places, root, rules } = this;
    return scanForContinuation({ places, project: root, rules, turn, nowMs: Date.now(), budgetMs });
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.top, { recursive: true });
  }
}

function isWholeSecond({ mtime, ctime }: Deno.FileInfo): boolean {
  return Math.max(mtime?.getTime() ?? 0, ctime?.getTime() ?? 0) % 1_000 === 0;
}

/** Waits until the clock of the file system has moved on. */
export function pass(milliseconds = 60): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
