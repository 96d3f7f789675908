import { assert, assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { type CommandNode, parse, type PipelineNode, type Statement, type Word } from "unbash";
import { isHarmless } from "../../src/guard/shell/harmless.ts";
import { type PlainCommand, type PlainLine, readPlain } from "../../src/guard/shell/plain_line.ts";

/** What bash's whole grammar says of a line, in the form of the fast reader; null for a line with errors. */
function readByGrammar(line: string): PlainLine["statements"] | null {
  const { commands, errors } = parse(line);
  if (errors !== undefined) return null;
  const pipelineOf = (node: PipelineNode) =>
    (node.type === "Pipeline" ? node.commands : [node]).map(commandOf);
  const statementOf = ({ command, background }: Statement) => {
    assertNotEquals(background, true, line);
    return command.type === "AndOr"
      ? { pipelines: command.commands.map(pipelineOf), operators: command.operators }
      : { pipelines: [pipelineOf(command)], operators: [] };
  };
  return commands.map(statementOf);
}

function commandOf(node: CommandNode): PlainCommand {
  assert(node.type === "Command", node.type);
  assertEquals(node.prefix, []);
  const valueOf = (word: Word) => {
    for (const part of word.parts ?? []) assert(/Literal|Quoted/.test(part.type), part.type);
    return word.value;
  };
  const argv = [node.name, ...node.args].map((each) =>
    each?.type === "Word" ? valueOf(each) : each?.text ?? ""
  );
  const redirects = node.redirects.flatMap((each) => {
    assert(each.type === "Redirect", each.type);
    const { operator, target, descriptor } = each;
    const value = target === undefined ? "" : valueOf(target);
    if (operator.endsWith("&")) return [];
    const fd = descriptor?.type === "FileDescriptor" ? descriptor.value : operator === "<" ? 0 : 1;
    return [{ operator, fd, target: value }];
  });
  return { argv, redirects };
}

/** Whether a line is plain; where it is, it is read as the whole grammar reads it. */
function isReadAlike(line: string): boolean {
  const plain = readPlain(line);
  if (plain?.isLiteral) assertEquals(plain.statements, readByGrammar(line), line);
  return plain?.isLiteral === true;
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
    ]
  ) assert(isReadAlike(line), line);
});

Deno.test("guard: expansions, patterns and compound commands are not literal words", () => {
  for (const line of ["rm $x", 'rm "$x"', "rm *", "rm ~/a", "rm {a,b}", "rm a[1]"]) {
    assertEquals(readPlain(line)?.isLiteral, false, line);
  }
  for (
    const line of [
      ..."a & b|a=1 b|if a; then b; fi|a &&|; a|# a|(a)|> x|a <<< b|a <<E|a >&b|a \\b|! a".split(
        "|",
      ),
      "",
      "a `b`",
      'a "$(b)"',
      "a | ",
      "a || ; b",
      "{ a; }",
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
    const line of ["ls > x", "ls $(rm x)", "rg --pre=rm x", "git diff --output=x", "$x y", "x=1"]
  ) {
    assertEquals(is(line), false, line);
  }
  for (
    const line of ["ls 2>/dev/null | wc -l", "cargo test 2>&1 | tail -3", 'cat "$HOME/x" *.md']
  ) {
    assertEquals(is(line), true, line);
  }
});
