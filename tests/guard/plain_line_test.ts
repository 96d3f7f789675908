import { assert, assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { parse, type Redirection, type SyntaxNode, type Word } from "unbash";
import { isHarmless } from "../../src/guard/shell/harmless.ts";
import { readPlain } from "../../src/guard/shell/plain_line.ts";

interface Command {
  readonly argv: readonly string[];
  readonly redirects: readonly { readonly operator: string; readonly target: string }[];
}

/** The commands that bash's whole grammar finds in a line, in their order; null for a line with errors. */
function readByGrammar(line: string): Command[] | null {
  const { commands, errors } = parse(line);
  return errors === undefined ? commands.flatMap((node) => listCommands(node, line)) : null;
}

function listCommands(
  node: SyntaxNode,
  line: string,
  redirects: Command["redirects"] = [],
): Command[] {
  const list = (nodes: readonly SyntaxNode[]) => nodes.flatMap((each) => listCommands(each, line));
  const close = (word: string) => ({ argv: [word], redirects });
  switch (node.type) {
    case "Statement":
      assertNotEquals(node.background, true, line);
      return listCommands(node.command, line);
    case "AndOr":
    case "Pipeline":
    case "CompoundList":
      return list(node.commands);
    case "Redirected":
      return listCommands(node.command, line, redirectsOf(node.redirects));
    case "BraceGroup":
      return [...list([node.body]), close("}")];
    case "While":
      return [...list([node.clause, node.body]), close("done")];
    case "For": {
      const words = node.wordlist?.map(valueOf) ?? [];
      const head = { argv: ["for", valueOf(node.name), "in", ...words], redirects: [] };
      return [head, ...list([node.body]), close("done")];
    }
    case "If": {
      const branches = [node, ...node.elif].flatMap(({ clause, then }) => list([clause, then]));
      return [...branches, ...list(node.else === undefined ? [] : [node.else]), close("fi")];
    }
    case "Command": {
      assertEquals(node.prefix, [], line);
      const words = [node.name, ...node.args];
      const argv = words.map((each) => each?.type === "Word" ? valueOf(each) : each?.text ?? "");
      return [{ argv, redirects: redirectsOf(node.redirects) }];
    }
    default:
      throw new Error(`${line} has a ${node.type}`);
  }
}

function redirectsOf(nodes: readonly Redirection[]): Command["redirects"] {
  const isFile = ({ type, operator }: Redirection) => type !== "HereDoc" && !operator.endsWith("&");
  return nodes.filter(isFile).map((each) => {
    assert(each.type === "Redirect", each.type);
    return { operator: each.operator, target: each.target ? valueOf(each.target) : "" };
  });
}

/** A word without its quotes; what expands is as it is written. */
function valueOf({ value, parts }: Word): string {
  if (parts === undefined) return value;
  return parts.map((part) => {
    if (part.type === "DoubleQuoted") return part.parts.map((each) => each.text).join("");
    if (part.type === "SingleQuoted" || part.type === "Literal") return part.value;
    // The grammar leaves the quotes in `["a"]` and `{a,'b'}`.
    return /Glob|Brace/.test(part.type)
      ? part.text.replace(/'([^']*)'|"([^"]*)"/g, "$1$2")
      : part.text;
  }).join("");
}

/** Whether a line is plain; where it is, it is read as the whole grammar reads it. */
function isReadAlike(line: string): boolean {
  const plain = readPlain(line);
  if (plain === null) return false;
  const commands = plain.map(({ words, redirects }) => ({
    argv: words.map(({ text }) => text),
    redirects: redirects.map(({ operator, target }) => ({ operator, target: target.text })),
  }));
  assertEquals(commands, readByGrammar(line), line);
  return true;
}

const WORDS = [
  ..."rm mv -rf build a.b ./x/y ../z /tmp/q @a b@2 + % x,y -- - -o=x --out=a/b a=b A=1 =x -a=b=c 12 1.5"
    .split(" "),
  ..."if then fi do done for in time coproc function case esac select until while else elif export"
    .split(" "),
  ..."declare let : . [ ] ! { } ~ * $x 'q' 'a b' \"c d\" \"a'b\" \"x\\.y\" x'y'z \" \\ # a#b".split(
    " ",
  ),
];
const GLUE = [
  ..." <<E | <<'E'\n|<<E\nx\nE\n|\nE\n|;E\n".split("|"),
  ...[" ", "  ", "\t", "&&", " && ", "||", " || ", ";", " ; ", ";;", "&", "|", " | ", "\n", ""],
  ...[">", " > ", " >> ", " 2>", " 2>&1 ", " &> ", "<", " < ", ">&", " >| ", "(", ")"],
];

Deno.test("guard: the fast reader parses a plain line like the parser", () => {
  const piece = fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...GLUE));
  let plains = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      if (isReadAlike(pieces.flat().join(""))) plains++;
    }),
    { numRuns: 20_000 },
  );
  assert(plains > 400, `only ${plains} lines were plain`);
});

Deno.test("guard: the fast reader parses any text that it accepts like the parser", () => {
  const sign = fc.constantFrom(..."ab1 -=&|;./:,@%+~!#$`'\"\\<>(){}[]*?^\t\n_");
  let plains = 0;
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
      if (isReadAlike(signs.join(""))) plains++;
    }),
    { numRuns: 20_000 },
  );
  assert(plains > 100, `only ${plains} lines were plain`);
});

Deno.test("guard: everyday lines do not need the parser", () => {
  for (
    const line of [
      "rm -rf build && mv a b",
      "mkdir -p src/a; touch src/a/b.ts",
      "git checkout -b topic || git checkout topic",
      "cargo run --bin=tool -- --out=x.txt ;",
      "cargo build 2>&1 | tail -5 > build.log",
      "git commit -m 'a; rm b' && [ -f x ] && echo \"a (b)\"",
      "cd x &&\n  rm -rf build\n\nls",
      'for f in *.tmp; do rm -f "$f"; done > build/log 2>&1',
      "if [ -d build ]; then rm -rf build; else mkdir build\nfi && ls",
      "cat > a.py <<'EOF' && ls\nprint('$(x)')\n\nEOF\nrm b",
      "cat <<-E | tee b\n\ta (b)\n\tE\n",
      "while read -r x; do echo $x; done < list # all of them",
      'git commit -m "$(cat <<\'EOF\'\nfix: (a) "b" $c `d`\n\nText\nEOF\n)" && git push',
    ]
  ) assert(isReadAlike(line), line);
});

Deno.test("guard: words with variables, patterns and braces are not literal", () => {
  for (const line of ["rm $x", 'rm "$x"', "rm *", "rm ~/a", "rm {a,b}", "rm a[1]"]) {
    assertEquals(readPlain(line)?.flatMap(({ words }) => words)[1]?.isLiteral, false, line);
  }
  assertEquals(readPlain("rm 'a*' \"b\"")?.[0]?.words.map(({ isLiteral }) => isLiteral), [
    true,
    true,
    true,
  ]);
});

Deno.test("guard: what needs the whole grammar is not read", () => {
  for (
    const line of [
      ..."a & b|a=1 b|a &&|; a|# a|(a)|> x|a <<< b|a <<E|a >&b|a \\b|! a|fi|if a; fi|do a; done|for f in a; b"
        .split("|"),
      ..."for f in a \n| b; do c; done|for f in a && do c; done|for f; do a; done|a <<E;b|if a; then; fi|while a; do b; fi|{ a|{ a; }; }|a <<E\n$x\nE\nb|a <<E\nb|for x in a; do b; done c|[[ a ]]|a; then b"
        .split("|"),
      "",
      "a `b`",
      'a "$(b)"',
      "a | ",
      "a || ; b",
      "a 'b",
      "a > ; b",
    ]
  ) assertEquals(readPlain(line), null, line);
});

Deno.test("guard: a reader with a redirect, a substitution or a writing option is not harmless", () => {
  const is = (line: string) => {
    const plain = readPlain(line);
    return plain !== null && isHarmless(plain);
  };
  for (
    const line of [
      "ls > x",
      "ls $(rm x)",
      "rg --pre=rm x",
      "git diff --output=x",
      "git checkout -b x main",
      "git checkout x",
      "$x y",
      "x=1",
    ]
  ) {
    assertEquals(is(line), false, line);
  }
  for (
    const line of [
      "git switch -c topic",
      "git checkout -b topic",
      "ls 2>/dev/null | wc -l",
      "cargo test 2>&1 | tail -3",
      'cat "$HOME/x" *.md',
    ]
  ) {
    assertEquals(is(line), true, line);
  }
});
