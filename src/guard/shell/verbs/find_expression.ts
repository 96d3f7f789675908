/**
 * The expression of `find`, compiled to a test of three values.
 *
 * @module
 */
import { lastName } from "../../_paths.ts";
import { compilePattern } from "../words/pattern.ts";
import type { Invocation } from "./call.ts";
import { isKnown } from "../words/text.ts";

/** True, false, or not to be known. */
type Truth = boolean | undefined;

/** One path as find meets it. */
export interface Candidate {
  /** As find prints it. */
  readonly shown: string;
  /** Resolved. */
  readonly path: string;
  readonly depth: number;
  readonly kind: string;
}

type Test = (candidate: Candidate, actions: Action[]) => Truth;
/** What an expression would do with a path. */
export type Action = { readonly kind: "delete" | "print" | "prune" } | {
  readonly kind: "exec";
  readonly argv: readonly string[];
  readonly isDir: boolean;
};

/** The expression after the roots, compiled. */
export class Expression {
  minDepth = 0;
  maxDepth = Infinity;
  hasAction = false;
  isDepthFirst = false;
  readonly test: Test;
  readonly #call: Invocation;
  readonly #words: readonly string[];
  #at = 0;

  constructor(call: Invocation, words: readonly string[]) {
    this.#call = call;
    this.#words = words;
    this.test = this.#or();
  }

  #or(): Test {
    const tests = [this.#and()];
    while (["-o", "-or", ","].includes(this.#words[this.#at] ?? "")) {
      this.#at++;
      tests.push(this.#and());
    }
    return (candidate, actions) => {
      let truth: Truth = false;
      for (const test of tests) {
        const each = test(candidate, actions);
        if (each === true) return true;
        if (each === undefined) truth = undefined;
      }
      return truth;
    };
  }

  #and(): Test {
    const tests: Test[] = [];
    for (;;) {
      const word = this.#words[this.#at];
      if (word === undefined || ["-o", "-or", ",", ")"].includes(word)) break;
      if (word === "-a" || word === "-and") this.#at++;
      else tests.push(this.#primary());
    }
    return (candidate, actions) => {
      let truth: Truth = true;
      for (const test of tests) {
        const each = test(candidate, actions);
        if (each === false) return false;
        if (each === undefined) truth = undefined;
      }
      return truth;
    };
  }

  #primary(): Test {
    const word = this.#next();
    if (word === "!" || word === "-not") {
      const test = this.#primary();
      return (candidate, actions) => {
        const truth = test(candidate, actions);
        return truth === undefined ? undefined : !truth;
      };
    }
    if (word === "(") {
      const test = this.#or();
      this.#at++;
      return test;
    }
    switch (word) {
      case "-name":
        return this.#pattern((candidate) => lastName(candidate.shown), false);
      case "-iname":
        return this.#pattern((candidate) => lastName(candidate.shown), true);
      case "-path":
      case "-wholename":
        return this.#pattern((candidate) => candidate.shown, false);
      case "-ipath":
        return this.#pattern((candidate) => candidate.shown, true);
      case "-type": {
        const kinds = this.#next().split(",").map((each) =>
          ({ f: "file", d: "dir", l: "link" })[each] ?? "other"
        );
        return (candidate) => kinds.includes(candidate.kind);
      }
      case "-maxdepth":
        this.maxDepth = Number(this.#next());
        return () => true;
      case "-mindepth":
        this.minDepth = Number(this.#next());
        return () => true;
      case "-depth":
      case "-d":
        this.isDepthFirst = true;
        return () => true;
      case "-true":
      case "-xdev":
      case "-mount":
      case "-noleaf":
      case "-daystart":
        return () => true;
      case "-false":
        return () => false;
      case "-empty":
        return ({ kind, path }) =>
          kind === "file" ? this.#call.shell.disk.entry(path)?.size === 0 : undefined;
      case "-readable":
      case "-writable":
      case "-executable":
        return () => undefined;
      case "-delete":
        this.isDepthFirst = true;
        return this.#act({ kind: "delete" });
      case "-prune":
        return (_candidate, actions) => {
          actions.push({ kind: "prune" });
          return true;
        };
      case "-print":
      case "-print0":
      case "-ls":
        return this.#act({ kind: "print" });
      case "-printf":
        this.#next();
        return this.#act({ kind: "print" });
      case "-fprint":
      case "-fprint0":
      case "-fls":
      case "-fprintf":
        this.#call.shell.harm.write(this.#call.cwd, this.#next());
        if (word === "-fprintf") this.#next();
        this.hasAction = true;
        return () => true;
      case "-exec":
      case "-execdir":
      case "-ok":
      case "-okdir":
        return this.#exec(word.endsWith("dir"));
      case "-quit":
        return () => true;
      default:
        // Every other test takes one value and cannot be known (`-mtime`, `-size`, `-regex`, …).
        if (word.startsWith("-")) this.#next();
        return () => undefined;
    }
  }

  #pattern(read: (candidate: Candidate) => string, ignoresCase: boolean): Test {
    const pattern = this.#next();
    if (!isKnown(pattern)) return () => undefined;
    const test = compilePattern(pattern, { crossesSlashes: true, ignoresCase });
    return (candidate) => test.test(read(candidate));
  }

  #exec(isDir: boolean): Test {
    const argv: string[] = [];
    for (let word = this.#next(); word !== "" && word !== ";"; word = this.#next()) {
      if (word === "+" && argv.at(-1) === "{}") break;
      argv.push(word);
    }
    const act = this.#act({ kind: "exec", argv, isDir });
    return (candidate, actions) => {
      act(candidate, actions);
      return undefined;
    };
  }

  #act(action: Action): Test {
    this.hasAction = true;
    return (_candidate, actions) => {
      actions.push(action);
      return true;
    };
  }

  #next(): string {
    return this.#words[this.#at++] ?? "";
  }
}
