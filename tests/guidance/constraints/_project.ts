/** A project to scan. */
import { join } from "@std/path";
import { readLastFindings } from "../../../src/guidance/constraints/last_findings.ts";
import {
  scanAgain,
  scanProject,
  type ScanRequest,
} from "../../../src/guidance/constraints/scan.ts";
import { scanRulesOf } from "../../../src/guidance/constraints/scan_text.ts";
import { readLastScan } from "../../../src/ideas/tree/last_scan.ts";
import { type Content, TestProject } from "../../_project.ts";

/** A throw-away project that can be scanned. */
export class Project extends TestProject {
  /** With a home that texts can name; the real one is a temporary folder. */
  readonly rules = scanRulesOf("/home/kim");

  constructor(files: Readonly<Record<string, Content>> = {}) {
    super({ prefix: "ralph scan ", folder: "my project", files });
  }

  /** Makes all files an hour old. */
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

  request(more: Partial<ScanRequest> = {}): ScanRequest {
    const { places, project, rules } = this;
    // A file that was written in the same millisecond would count as changed since.
    return { places, project, rules, nowMs: Date.now() + 1, ...more };
  }

  /** Makes a full scan. */
  scan(more: Partial<ScanRequest> = {}) {
    return scanProject(this.request(more));
  }

  /** Scans as a process of its own does. */
  scanAgain(more: Partial<ScanRequest> = {}) {
    return scanAgain(this.request(more));
  }

  /** What hooks read. */
  get last() {
    return readLastScan(this.places, this.project);
  }

  /** The findings that hooks read. */
  get lastFindings() {
    return readLastFindings(this.places, this.project);
  }

  /** The file of the last result. */
  get lastFile(): string {
    const folder = join(this.places.ralphHome, "scans");
    const { name } = [...Deno.readDirSync(folder)].find(({ name }) => /^[^.]+\.json$/.test(name))!;
    return join(folder, name);
  }
}
