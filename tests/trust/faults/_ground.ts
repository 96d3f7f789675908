/** A home and a project that are set back after each fault, and the program with the shim preloaded. */
import { fromFileUrl, join } from "@std/path";
import { RALPH } from "../../_tools.ts";
import { type Ran, run } from "../../e2e/_run.ts";
import { removeFolder } from "../../_project.ts";

/** What happens to one call: it fails with an error, or the process is killed after it. */
export const KINDS = { ENOSPC: "28", EIO: "5", EACCES: "13", EMFILE: "24", SIGKILL: "kill" };
export type Kind = keyof typeof KINDS;

/** A fault at the n-th call that writes. */
export interface Fault {
  readonly at: number;
  readonly kind: Kind;
}

/** One call of the program. */
export interface Call {
  readonly args: readonly string[];
  readonly input?: string;
}

/** The session of all events. */
export const SESSION = "0a1b2c3d-0000-4000-8000-00000000fa17";

/** A C compiler's shared library; null if there is no compiler. */
export async function compileShim(folder: string): Promise<string | null> {
  const source = fromFileUrl(new URL("fault.c", import.meta.url));
  const library = join(folder, "fault.so");
  const args = ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"];
  try {
    const { success, stderr } = await new Deno.Command("cc", { args }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return library;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** The ground of one command's faults. */
export class Ground implements Disposable {
  readonly #outer = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "ralph-faults-" }));
  readonly root = join(this.#outer, "ground");
  readonly home = join(this.root, "home");
  readonly project = join(this.root, "project");
  readonly #tmp = join(this.root, "tmp");
  readonly #saved = join(this.#outer, "saved");
  readonly #log = join(this.#outer, "calls.log");

  constructor(readonly shim: string) {
    for (const folder of [join(this.home, ".claude"), join(this.project, ".claude"), this.#tmp]) {
      Deno.mkdirSync(folder, { recursive: true });
    }
  }

  [Symbol.dispose](): void {
    removeFolder(this.#outer);
  }

  write(path: string, text: string): void {
    Deno.writeTextFileSync(join(this.root, path), text);
  }

  /** Keeps the ground as it is. */
  async save(): Promise<void> {
    await copy(this.root, this.#saved);
  }

  /** Sets the ground back to what was kept. */
  async reset(): Promise<void> {
    // What a killed command started may still write for a moment.
    removeFolder(this.root);
    await copy(this.#saved, this.root);
  }

  /** Calls the program, with a fault or without. */
  call({ args, input = "" }: Call, fault: Fault | null = null): Promise<Ran> {
    return this.#run(args, input, fault === null ? {} : this.#shimmed(fault.at, KINDS[fault.kind]));
  }

  /** Counts the calls that write; the names of each. */
  async count({ args, input = "" }: Call): Promise<string[]> {
    Deno.writeTextFileSync(this.#log, "");
    await this.#run(args, input, this.#shimmed(0, "0"));
    return Deno.readTextFileSync(this.#log).trim().split("\n").filter((line) => line !== "");
  }

  #shimmed(at: number, kind: string): Record<string, string> {
    return {
      LD_PRELOAD: this.shim,
      FAULT_BELOW: this.root,
      FAULT_LOG: this.#log,
      FAULT_AT: `${at}`,
      FAULT_KIND: kind,
    };
  }

  #run(args: readonly string[], input: string, more: Record<string, string>): Promise<Ran> {
    const env = {
      HOME: this.home,
      PATH: Deno.env.get("PATH") ?? "",
      TMPDIR: this.#tmp,
      NO_COLOR: "1",
      CLAUDE_PROJECT_DIR: this.project,
      CLAUDE_CODE_SESSION_ID: args[0] === "hook" ? SESSION : "",
      RALPH_ENABLE_VALIDATION_PHASE: "false",
      RALPH_SANDBOX: "none",
      ...more,
    };
    return run(RALPH, args, { cwd: this.project, env, input });
  }
}

async function copy(from: string, to: string): Promise<void> {
  const { success } = await new Deno.Command("cp", { args: ["-a", from, to] }).output();
  if (!success) throw new Error(`Cannot copy ${from}`);
}
