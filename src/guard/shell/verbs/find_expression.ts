/**
 * Compiles the expression of `find` to a test with three outcomes: true, false, unknown.
 *
 * @module
 */
import type { LineDisk } from "../../_line_disk.ts";
import { lastName } from "../../_paths.ts";
import { compilePattern } from "../words/pattern.ts";
import { isKnown } from "../words/text.ts";

const KINDS: Readonly<Record<string, string>> = { f: "file", d: "dir", l: "link" };
/** Words that take no value, and their outcome. */
const CONSTANT: Readonly<Record<string, Truth>> = {
  ...{ "-a": true, "-and": true, "-true": true, "-xdev": true, "-mount": true },
  ...{ "-readable": undefined, "-writable": undefined, "-executable": undefined },
};
const OR: readonly (string | undefined)[] = ["-o", "-or", ","];
const END: readonly (string | undefined)[] = [...OR, ")", undefined];

/** True, false, or undefined where it is unknown. */
type Truth = boolean | undefined;

/** A path that find visits. */
export interface Candidate {
  /** The path as find prints it. */
  readonly shown: string;
  /** The resolved path. */
  readonly path: string;
  /** Depth below the root. */
  readonly depth: number;
  readonly kind: string;
}

/** What an expression does with a path. */
export type Action = { readonly kind: "delete" | "print" | "prune" } | {
  readonly kind: "exec";
  readonly argv: readonly string[];
  readonly isInFolder: boolean;
};

type Test = (candidate: Candidate, actions: Action[]) => Truth;

/** The expression of a `find`: which files it selects, and what it does with them. */
export interface Expression {
  readonly test: Test;
  readonly minDepth: number;
  readonly maxDepth: number;
  readonly hasAction: boolean;
  readonly isDepthFirst: boolean;
  /** Files that it writes its output to. */
  readonly writes: readonly string[];
}

/**
 * Compiles an expression.
 *
 * @param words The arguments after the roots.
 * @param disk The disk, for `-empty`.
 */
export function parseExpression(words: readonly string[], disk: LineDisk): Expression {
  let at = 0;
  const next = () => words[at++] ?? "";
  const settings = { minDepth: 0, maxDepth: Infinity, hasAction: false, isDepthFirst: false };
  const writes: string[] = [];

  function parseOr(): Test {
    const tests = [parseAnd()];
    while (OR.includes(words[at])) {
      at++;
      tests.push(parseAnd());
    }
    return combine(true, tests);
  }

  function parseAnd(): Test {
    const tests: Test[] = [];
    while (!END.includes(words[at])) tests.push(parsePrimary(next()));
    return combine(false, tests);
  }

  function act(action: Action, truth: Truth = true): Test {
    if (action.kind !== "prune") settings.hasAction = true;
    return (_candidate, actions) => {
      actions.push(action);
      return truth;
    };
  }

  function matches(ignoresCase: boolean, read: (candidate: Candidate) => string): Test {
    const pattern = next();
    const test = compilePattern(pattern, { crossesSlashes: true, ignoresCase });
    return (candidate) => isKnown(pattern) ? test.test(read(candidate)) : undefined;
  }

  function parsePrimary(word: string): Test {
    if (Object.hasOwn(CONSTANT, word)) return () => CONSTANT[word];
    switch (word) {
      case "!":
      case "-not":
        return negate(parsePrimary(next()));
      case "(": {
        const test = parseOr();
        at++;
        return test;
      }
      case "-name":
      case "-iname":
        return matches(word === "-iname", ({ shown }) => lastName(shown));
      case "-path":
      case "-wholename":
      case "-ipath":
        return matches(word === "-ipath", ({ shown }) => shown);
      case "-type": {
        const kinds = next().split(",").map((each) => KINDS[each] ?? "other");
        return ({ kind }) => kinds.includes(kind);
      }
      case "-maxdepth":
        settings.maxDepth = Number(next());
        return () => true;
      case "-mindepth":
        settings.minDepth = Number(next());
        return () => true;
      case "-empty":
        return ({ kind, path }) => kind === "file" ? disk.entry(path)?.size === 0 : undefined;
      case "-depth":
        settings.isDepthFirst = true;
        return () => true;
      default:
        return parseAction(word) ?? skipTest(word);
    }
  }

  /** Reads an action; null for any other word. */
  function parseAction(word: string): Test | null {
    switch (word) {
      case "-delete":
        settings.isDepthFirst = true;
        return act({ kind: "delete" });
      case "-prune":
        return act({ kind: "prune" });
      case "-print":
      case "-print0":
      case "-ls":
        return act({ kind: "print" });
      case "-printf":
        at++;
        return act({ kind: "print" });
      case "-fprint":
      case "-fprint0":
      case "-fprintf":
      case "-fls":
        writes.push(next());
        if (word === "-fprintf") at++;
        return act({ kind: "print" });
      case "-exec":
      case "-ok":
      case "-execdir":
      case "-okdir":
        return act({ kind: "exec", argv: readCommand(), isInFolder: /dir$/.test(word) }, undefined);
      default:
        return null;
    }
  }

  /** Every other test takes a value, and its outcome is unknown (`-mtime`, `-size`, `-regex`, …). */
  function skipTest(word: string): Test {
    if (word.startsWith("-")) at++;
    return () => undefined;
  }

  /** Reads the words up to `;`, or `{} +`. */
  function readCommand(): string[] {
    const argv: string[] = [];
    for (let word = next(); word !== "" && word !== ";"; word = next()) {
      if (word === "+" && argv.at(-1) === "{}") break;
      argv.push(word);
    }
    return argv;
  }

  const test = parseOr();
  return { ...settings, test, writes };
}

/** Combines tests to one that ends at the first with the deciding value. */
function combine(decides: boolean, tests: readonly Test[]): Test {
  return (candidate, actions) => {
    let truth: Truth = !decides;
    for (const test of tests) {
      const each = test(candidate, actions);
      if (each === decides) return decides;
      if (each === undefined) truth = undefined;
    }
    return truth;
  };
}

function negate(test: Test): Test {
  return (candidate, actions) => {
    const truth = test(candidate, actions);
    return truth === undefined ? undefined : !truth;
  };
}
