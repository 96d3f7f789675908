/**
 * A project as a transcript shows it: the plan's content, files that changed, commits.
 *
 * What a transcript does not show stays unknown: this only ever claims that something did change.
 */
import { basename, isAbsolute, join, SEPARATOR } from "@std/path";
import { hash32 } from "../../store/files/file_name.ts";
import { listShownFiles, type ShownFile } from "./shown_files.ts";
import type { FinishedCall } from "./tool_results.ts";

/** The project at the end of a turn. */
export interface ProjectSnapshot {
  /** Differs where the transcript shows a new commit. */
  readonly commit: string;
  /** Differs where the transcript shows another content of the project's files, the plan left out. */
  readonly tree: string;
  readonly plan: PlanSnapshot | null;
}

/** The plan at the end of a turn. */
export interface PlanSnapshot {
  readonly path: string;
  /** Null where the transcript does not show it. */
  readonly content: string | null;
  /** Whether items are certainly open, though the content is not known. */
  readonly isOpen: boolean;
}

/** `git commit` as a command, not as a word of a message. */
const COMMIT = /(?:^|[;&|(]\s*)git\s+(?:-\S+\s+(?:\S+\s+)?)*commit\b/;
/** What git prints for a commit: `[main 1a2b3c4] Title`. */
const COMMITTED = /^\[[^\]\n]+ [0-9a-f]{7,40}\] /m;
/** After such a sign, the success of the whole line does not prove that the commit succeeded. */
const HIDES_FAILURE = /;|\|/;
/** Commands that only read. */
const READS =
  /^\s*(?:cat|head|tail|less|grep|rg|wc|ls|stat|sed\s+-n|git\s+(?:diff|log|show|status))\b[^>]*$/;

/** Keeps what a transcript shows of a project. */
export class ProjectView {
  /** The state of each file that changed. */
  readonly #files = new Map<string, string>();
  /** The state of these files before, where the transcript shows it. */
  readonly #originals = new Map<string, string>();
  #root = "";
  #commits = 0;
  #plan: string | null = null;
  #content: string | null = null;
  #isOpen = false;
  #showsDifferences = false;

  /** The project's folder: the session's first working directory; empty where it is not known. */
  get root(): string {
    return this.#root;
  }

  /** The plan's path; null where none is known. */
  get plan(): string | null {
    return this.#plan;
  }

  /** Sets the project's folder, once. */
  setRoot(folder: string): void {
    if (this.#root === "") this.#root = folder;
  }

  /** Sets the plan, by a path that is absolute or from the project's folder. */
  setPlan(path: string): void {
    const plan = isAbsolute(path) ? path : join(this.#root, path);
    if (plan === this.#plan) return;
    this.#plan = plan;
    this.#loseContent();
  }

  /** Notes that the plan has open items now. */
  noteOpenItems(): void {
    this.#isOpen = true;
  }

  /** Notes what a finished call shows. */
  note(call: FinishedCall): void {
    if (call.result["bashEditDiff"] !== undefined) this.#showsDifferences = true;
    const files = listShownFiles(call);
    for (const file of files) {
      if (file.path === this.#plan) {
        this.#content = file.contentAfter(this.#content);
        if (file.isChanged) this.#isOpen = false;
      }
      if (file.path !== this.#plan && file.isChanged && this.#isInside(file.path)) {
        this.#noteChange(file);
      }
    }
    const command = call.tool === "Bash" ? call.input["command"] ?? "" : "";
    if (command === "") return;
    if (hasCommitted(call, command)) this.#commits += 1;
    const isShown = this.#showsDifferences || files.some(({ path }) => path === this.#plan);
    if (!isShown && this.#mayChangePlan(command)) this.#loseContent();
  }

  /** The project as it is known now. */
  snapshot(): ProjectSnapshot {
    const files = [...this.#files].map(([path, state]) => `${path}\0${state}`).sort();
    return {
      commit: `shown ${this.#commits}`,
      tree: hash32(files.join("\n")),
      plan: this.#plan === null
        ? null
        : { path: this.#plan, content: this.#content, isOpen: this.#isOpen },
    };
  }

  #loseContent(): void {
    this.#content = null;
    this.#isOpen = false;
  }

  #isInside(path: string): boolean {
    return this.#root !== "" && path.startsWith(`${this.#root}${SEPARATOR}`);
  }

  #noteChange({ path, original, contentAfter }: ShownFile): void {
    const content = contentAfter(null);
    if (original !== null && !this.#originals.has(path) && !this.#files.has(path)) {
      this.#originals.set(path, hash32(original));
    }
    // A content that is not known differs from all others.
    const state = content === null ? hash32(`${this.#files.get(path)} then`) : hash32(content);
    if (state === this.#originals.get(path)) this.#files.delete(path);
    else this.#files.set(path, state);
  }

  #mayChangePlan(command: string): boolean {
    return this.#plan !== null && command.includes(basename(this.#plan)) && !READS.test(command);
  }
}

function hasCommitted({ hasFailed, result }: FinishedCall, command: string): boolean {
  if (hasFailed || !COMMIT.test(command)) return false;
  const output = result["stdout"];
  return typeof output === "string" && COMMITTED.test(output) || !HIDES_FAILURE.test(command);
}
