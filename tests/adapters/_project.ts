/** A project with adapters. */
import { fromFileUrl, join } from "@std/path";
import { checkTrust, listPrograms } from "../../src/adapters/external/trust.ts";
import { consultAdapter } from "../../src/adapters/consult.ts";
import type { AdapterContext } from "../../src/adapters/protocol.ts";
import type { AdapterState } from "../../src/store/records/loop_record.ts";
import { addTrust } from "../../src/store/trust.ts";
import { type Content, TestProject } from "../_project.ts";

/** When the loops of these tests start, and the default time. */
export const STARTED_AT = Date.parse("2026-01-02T03:04:05Z");
export const NOW_MS = Date.parse("2026-01-03T00:00:00Z");

/** The folder of the programs. */
export const FIXTURES = fromFileUrl(new URL("../fixtures/adapters/", import.meta.url));

/** A throw-away project with adapters. */
export class Project extends TestProject {
  constructor(files: Readonly<Record<string, string>> = {}) {
    super({ prefix: "ralph adapters ", files });
  }

  /** Writes a file that was changed a minute after the loop's start, or at another time. */
  override write(path: string, content: Content, changedMs = STARTED_AT + 60_000) {
    const file = super.write(path, content);
    Deno.utimeSync(file, new Date(changedMs), new Date(changedMs));
    return file;
  }

  /** Adds a program of the fixtures to the user's adapters. */
  addProgram(fixture: string, name = fixture): void {
    const dir = join(this.project, ".claude/ralph-adapters");
    Deno.mkdirSync(dir, { recursive: true });
    Deno.copyFileSync(join(FIXTURES, fixture), join(dir, name));
    Deno.chmodSync(join(dir, name), 0o755);
  }

  /** Adds a shell script to the user's adapters. */
  addScript(name: string, lines: string): void {
    const path = this.write(
      `.claude/ralph-adapters/${name}`,
      `#!/bin/sh\ncat >/dev/null\n${lines}\n`,
    );
    Deno.chmodSync(path, 0o755);
  }

  /** Trusts all programs as they are now. */
  async trustPrograms(): Promise<void> {
    for (const program of listPrograms(this.project)) {
      const trust = await checkTrust(this.places, this.project, program);
      if (trust.kind !== "untrusted") continue;
      const { need: { kind, what }, hash } = trust;
      addTrust(this.places, [{ hash, kind, what, project: this.project, at: STARTED_AT }]);
    }
  }

  context(nowMs = NOW_MS): AdapterContext {
    return { project: this.project, places: this.places, nowMs };
  }

  /** Consults as the Stop hook does. */
  consult(name: string, kind: AdapterState["kind"], nowMs = NOW_MS, startedAt = STARTED_AT) {
    return consultAdapter({ ...this.context(nowMs), name, kind, startedAt, turn: 1 });
  }
}

/** The name of an Alpha Forge run's folder, in the local time zone. */
export function runFolder(atMs: number): string {
  const at = new Date(atMs);
  const pad = (value: number) => String(value).padStart(2, "0");
  const day = `${at.getFullYear()}${pad(at.getMonth() + 1)}${pad(at.getDate())}`;
  return `run_${day}_${pad(at.getHours())}${pad(at.getMinutes())}${pad(at.getSeconds())}`;
}

/** Writes runs, ten minutes apart, after the loop's start. */
export function writeRuns(project: Project, summaries: readonly (object | string)[]): string[] {
  return summaries.map((summary, index) => {
    const name = runFolder(STARTED_AT + (index + 1) * 600_000);
    const text = typeof summary === "string" ? summary : JSON.stringify(summary);
    project.write(`outputs/runs/${name}/summary.json`, text);
    return name;
  });
}
