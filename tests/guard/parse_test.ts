import { assert, assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { type Command, parse as parseWhole, type Statement } from "unbash";
import { type Parsed, readPlain } from "../../src/guard/shell/grammar/parse.ts";

/** All that the guard reads of a grammar. */
function seen({ commands, errors }: Parsed): unknown {
  const wordOf = (word: Command["args"][number] | undefined) =>
    word?.type === "Word" ? [word.text, word.value, word.pos, word.end, word.parts] : word;
  const commandOf = (node: Command) => [
    [node.type, node.pos, node.end, wordOf(node.name), node.args.map(wordOf)],
    [node.prefix.length, node.suffix.map((each) => wordOf(each as Command["args"][number]))],
    node.redirects.length,
  ];
  const statementOf = ({ command, background, pos, end }: Statement) => [
    [pos, end, background, command.type, command.pos, command.end],
    command.type === "AndOr"
      ? [command.operators, command.commands.map((each) => commandOf(each as Command))]
      : commandOf(command as Command),
  ];
  return [commands.map(statementOf), errors];
}

function isSame(line: string): boolean {
  const plain = readPlain(line);
  if (plain !== null) assertEquals(seen(plain), seen(parseWhole(line)), line);
  return plain !== null;
}

const WORDS = [
  ..."rm mv -rf build a.b ./x/y ../z /tmp/q @a b@2 + % x,y -- - -o=x --out=a/b a=b A=1 =x -a=b=c 12 1.5"
    .split(" "),
  ..."if then fi do done for in time coproc function case esac select until while else elif export"
    .split(" "),
  ...[
    "declare",
    "let",
    ":",
    ".",
    "[",
    "]",
    "!",
    "{",
    "}",
    "~",
    "*",
    "$x",
    "'q'",
    '"',
    "\\",
    "#",
    "a#b",
  ],
];
const GLUE = [
  " ",
  "  ",
  "\t",
  "&&",
  " && ",
  "||",
  " || ",
  ";",
  " ; ",
  ";;",
  "&",
  "|",
  "\n",
  ">",
  "(",
  ")",
  "",
];

Deno.test("guard: a plain line is read exactly as the shell-grammar parser reads it", () => {
  const piece = fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...GLUE));
  let plains = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      if (isSame(pieces.flat().join(""))) plains++;
    }),
    { numRuns: 20_000 },
  );
  assertNotEquals(plains, 0);
});

Deno.test("guard: any text that is read as a plain line is read as the parser reads it", () => {
  const sign = fc.constantFrom(..."ab1 -=&|;./:,@%+~!#$`'\"\\<>(){}[]*?^\t\n_");
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 12 }), (signs) => void isSame(signs.join(""))),
    { numRuns: 20_000 },
  );
});

Deno.test("guard: everyday lines of plain words need no parser", () => {
  for (
    const line of [
      "rm -rf build && mv a b",
      "mkdir -p src/a; touch src/a/b.ts",
      "git checkout -b topic || git checkout topic",
      "cargo run --bin=tool -- --out=x.txt ;",
    ]
  ) assert(isSame(line), line);
});

Deno.test("guard: expansions, quotes, patterns, redirects and compound commands go to the parser", () => {
  for (
    const line of [
      "rm $x",
      "rm 'a'",
      "rm *",
      "rm ~/a",
      "a > b",
      "a | b",
      "a & b",
      "a=1 b",
      "if a; then b; fi",
      "a &&",
      "; a",
      "",
      "# a",
      "(a)",
      "a\nb",
    ]
  ) assertEquals(readPlain(line), null, line);
});
