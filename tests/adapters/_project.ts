/** A project and a home in a throw-away folder. */
import { dirname, fromFileUrl, join } from "@std/path";
import { checkTrust } from "../../src/adapters/external/trust.ts";
import { consultAdapter } from "../../src/adapters/consult.ts";
import type { AdapterContext } from "../../src/adapters/registry.ts";
import { listUserAdapters } from "../../src/adapters/form/user_files.ts";
import type { AdapterState } from "../../src/store/records/loop_record.ts";
import { placesOf } from "../../src/store/places.ts";
import { addTrust } from "../../src/store/trust.ts";

/** When the loops of these tests begin, and what time it is unless a test says otherwise. */
export const STARTED_AT = "2026-01-02T03:04:05Z";
export const NOW_MS = Date.parse("2026-01-03T00:00:00Z");

/** Where the little programs lie. */
export const FIXTURES = fromFileUrl(new URL("../fixtures/adapters/", import.meta.url));

/** A throw-away project. */
export class Project implements Disposable {
  readonly top = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "ralph adapters " }));
  readonly root = join(this.top, "my 'own' project");
  readonly places = placesOf({
    home: join(this.top, "home"),
    claudeConfigDir: null,
    ralphHome: null,
  });

  constructor(files: Readonly<Record<string, string>> = {}) {
    Deno.mkdirSync(this.root, { recursive: true });
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  /** Writes a file of the project, changed long ago unless said otherwise. */
  write(path: string, text: string, changedMs = Date.parse(STARTED_AT) + 60_000): void {
    const file = join(this.root, path);
    Deno.mkdirSync(dirname(file), { recursive: true });
    Deno.writeTextFileSync(file, text);
    Deno.utimeSync(file, new Date(changedMs), new Date(changedMs));
  }

  /** Reads a file of the project; empty where there is none. */
  read(path: string): string {
    try {
      return Deno.readTextFileSync(join(this.root, path));
    } catch {
      return "";
    }
  }

  /** Puts a program of the fixtures among the user's adapters. */
  addProgram(fixture: string, name = fixture): void {
    const dir = join(this.root, ".claude/ralph-adapters");
    Deno.mkdirSync(dir, { recursive: true });
    Deno.copyFileSync(join(FIXTURES, fixture), join(dir, name));
    Deno.chmodSync(join(dir, name), 0o755);
  }

  /** Puts a YAML file among the user's adapters. */
  addYaml(name: string, text: string): void {
    this.write(`.claude/ralph-adapters/${name}.yaml`, text);
  }

  /** Agrees to all programs as they stand now. */
  async agree(): Promise<void> {
    for (const { name, form } of await listUserAdapters(this.root, null)) {
      if (form === null || form.program === null) continue;
      const trust = await checkTrust(this.places, this.root, name, form.program.command);
      if (trust.kind !== "untrusted") continue;
      const { need: { kind, what }, hash } = trust;
      addTrust(this.places, [{ hash, kind, what, project: this.root, at: STARTED_AT }]);
    }
  }

  context(nowMs = NOW_MS): AdapterContext {
    return { project: this.root, places: this.places, nowMs };
  }

  /** Consults as the Stop hook does. */
  consult(name: string, kind: AdapterState["kind"], nowMs = NOW_MS, startedAt = STARTED_AT) {
    return consultAdapter({ ...this.context(nowMs), name, kind, startedAt });
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.top, { recursive: true });
  }
}

/** A run of Alpha Forge: its folder by an instant, in the machine's own time zone. */
export function runFolder(atMs: number): string {
  const at = new Date(atMs);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`;
  return `run_${day}_${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`;
}

/** Writes runs an hour apart since the loop's start. */
export function writeRuns(project: Project, summaries: readonly (object | string)[]): string[] {
  return summaries.map((summary, index) => {
    const name = runFolder(Date.parse(STARTED_AT) + (index + 1) * 600_000);
    const text = typeof summary === "string" ? summary : JSON.stringify(summary);
    project.write(`outputs/runs/${name}/summary.json`, text);
    return name;
  });
}
