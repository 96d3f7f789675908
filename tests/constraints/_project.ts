/** A project to scan for constraints. */
import { join } from "@std/path";
import { scanRulesOf } from "../../src/constraints/scan_text.ts";
import { scanForContinuation } from "../../src/constraints/at_continuation.ts";
import { scanProject } from "../../src/constraints/scan.ts";
import { type Content, TestProject } from "../_project.ts";

/** A throw-away project that can be scanned. */
export class Project extends TestProject {
  /** With a home that texts can name; the real one is a temporary folder. */
  readonly rules = scanRulesOf("/home/kim");

  constructor(files: Readonly<Record<string, Content>> = {}) {
    super({ prefix: "ralph scan ", folder: "my project", files });
  }

  /** Writes a file. */
  override write(path: string, content: Content): string {
    const file = super.write(path, content);
    // A time in whole seconds looks like that of a coarse clock: such files are read once more.
    while (isWholeSecond(Deno.statSync(file))) super.write(path, content);
    return file;
  }

  /** Makes the project a repository, in which no folder's time looks like that of a coarse clock. */
  override track(options?: { readonly isCommitted?: boolean }): void {
    super.track(options);
    const visit = (folder: string): void => {
      for (const { name, isDirectory } of Deno.readDirSync(folder)) {
        if (isDirectory && name !== ".git") visit(join(folder, name));
      }
      const info = Deno.statSync(folder);
      const after = new Date((info.mtime?.getTime() ?? 0) + 1);
      if (isWholeSecond(info)) Deno.utimeSync(folder, after, after);
    };
    visit(this.project);
  }

  /** Makes all files look unchanged for an hour. */
  age(): void {
    const past = new Date(Date.now() - 3_600_000);
    const visit = (folder: string): void => {
      for (const { name, isDirectory, isFile } of Deno.readDirSync(folder)) {
        if (isDirectory) visit(join(folder, name));
        if (isFile) Deno.utimeSync(join(folder, name), past, past);
      }
    };
    visit(this.project);
  }

  /** Makes a full scan. */
  scan() {
    const { places, project, rules } = this;
    return scanProject({ places, project, rules, nowMs: Date.now() });
  }

  /** Makes the scan of a continuation, by default with enough time. */
  glance(turn = 0, budgetMs = 10_000) {
    const { places, project, rules } = this;
    return scanForContinuation({ places, project, rules, turn, nowMs: Date.now(), budgetMs });
  }
}

function isWholeSecond({ mtime, ctime }: Deno.FileInfo): boolean {
  return Math.max(mtime?.getTime() ?? 0, ctime?.getTime() ?? 0) % 1_000 === 0;
}

/** Waits until the file system's clock has advanced. */
export function pass(milliseconds = 60): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
