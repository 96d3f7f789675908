import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { SecretFilter } from "../../../src/run/terminal/secret_filter.ts";
import { findSecrets, MASK, maskTexts } from "../../../src/run/terminal/secrets.ts";

/** Built here, so that the file does not contain a text that looks like a key. */
const body = (length: number) => "Ab3dEf6hIj".repeat(8).slice(0, length);

const FORMS = [
  `sk-ant-api03-${body(40)}`,
  `sk-proj-${body(48)}`,
  `sk-${body(48)}`,
  `ghp_${body(36)}`,
  `github_pat_${body(60)}`,
  `glpat-${body(20)}`,
  `xoxb-${"1234567890-".repeat(2)}${body(20)}`,
  `AKIA${"ABCD2345".repeat(2)}`,
  `AIza${body(35)}`,
  `npm_${body(36)}`,
  `hf_${body(34)}`,
  `sk_live_${body(24)}`,
  `eyJ${body(20)}.eyJ${body(30)}.${body(40)}`,
];

Deno.test("secrets: known key forms are masked in any context", () => {
  const { mask } = findSecrets({});
  for (const key of FORMS) {
    for (
      const [left, right] of [["", ""], ['{"text":"a\\n', '\\n"}'], ["\x1b[33m", "\x1b[0m"], [
        "=",
        ",",
      ]]
    ) {
      assertEquals(mask(`${left}${key}${right}`), `${left}${MASK}${right}`);
    }
  }
});

Deno.test("secrets: ordinary words are not masked", () => {
  const { mask } = findSecrets({});
  const text =
    "task-0123456789 disk-usage-of-the-whole-machine risk-free sk-learn commit 44fa11ae44592891a07ecc3967cdb091 src/eyJ.ts";
  assertEquals(mask(text), text);
});

Deno.test("secrets: values of variables named like secrets are masked, also in JSON and URLs", () => {
  const { mask } = findSecrets({
    MY_TOKEN: 'quo"te and space',
    DB_PASSWORD: "p4ssw0rd",
    db_password_2: "other-one",
    AWS_SECRET_ACCESS_KEY: "/starts/with/slash",
  });
  assertEquals(
    mask('a quo"te and space, "quo\\"te and space", quo%22te%20and%20space'),
    `a ${MASK}, "${MASK}", ${MASK}`,
  );
  assertEquals(mask("p4ssw0rd other-one /starts/with/slash"), `${MASK} ${MASK} ${MASK}`);
});

Deno.test("secrets: settings, short values and paths are not secrets", () => {
  const { mask } = findSecrets({
    MAX_OUTPUT_TOKENS: "32000",
    TOKENIZERS_PARALLELISM: "parallel",
    KEYBOARD: "german",
    SHORT_KEY: "abc",
    SSH_KEY_FILE: "/home/user/.ssh/id",
    USE_TOKEN: "false",
  });
  const text = "32000 parallel german abc /home/user/.ssh/id false";
  assertEquals(mask(text), text);
});

Deno.test("secrets: what is left of a secret where a text was cut is masked too", () => {
  const secrets = findSecrets({ MY_TOKEN: "correct-horse-battery-staple" });
  for (
    const [cut, masked] of [
      ["it is correct-horse-bat…", `it is ${MASK}…`],
      [
        "it is correct-horse… (+12 characters); next: one",
        `it is ${MASK}… (+12 characters); next: one`,
      ],
      ["it is correct-horse-b", `it is ${MASK}`],
      ["tery-staple, said the test", `${MASK}, said the test`],
      ["…tery-staple, said the test", `…${MASK}, said the test`],
      [`the key ${FORMS[0]!.slice(0, 20)}…`, `the key ${MASK}…`],
      [`the key ${FORMS[5]!.slice(0, 12)}… is`, `the key ${MASK}… is`],
    ]
  ) {
    assertEquals(maskTexts(secrets, { cut }), { cut: masked! });
  }
  const ordinary = "a correct-horse is no secret; task-0123456789… npm_lifecycle_event";
  assertEquals(maskTexts(secrets, ordinary), ordinary);
});

Deno.test("secrets: a private key is masked completely, over many lines", () => {
  const lines = [
    "-----BEGIN RSA PRIVATE KEY-----",
    body(64),
    body(60),
    "-----END RSA PRIVATE KEY-----",
    "after",
  ];
  const filter = new SecretFilter(findSecrets({}));
  const out = lines.map((line) => filter.push(`${line}\n`)).join("") + filter.end();
  assert(!out.includes(body(10)), out);
  assert(out.endsWith("after\n"), out);
});

Deno.test("secrets: a key without an end masks a limited number of lines", () => {
  const filter = new SecretFilter(findSecrets({}));
  filter.push("-----BEGIN PRIVATE KEY-----\n");
  let out = "";
  for (let line = 0; line < 300; line++) out += filter.push(`line ${line}\n`);
  assert(out.includes("line 299\n"));
});

const SECRETS = ["correct horse battery", "tr0ub4dor", `sk-ant-api03-${body(40)}`];
const ENV = { A_PASSWORD: SECRETS[0]!, B_KEY: SECRETS[1]! };

Deno.test("secrets: no part of a secret passes, however the text is split, and nothing else is lost", () => {
  const word = fc.oneof(
    fc.constantFrom(...SECRETS, "correct", "sk-", "\n", "\r\n", " ", "grün", "-----"),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 12 }),
      fc.array(fc.tuple(fc.nat({ max: 30 }), fc.boolean()), { maxLength: 12 }),
      (words, cuts) => {
        const text = words.map((part) => `${part} `).join("");
        const secrets = findSecrets(ENV);
        const filter = new SecretFilter(secrets);
        let out = "";
        let at = 0;
        for (const [length, isQuiet] of cuts) {
          out += filter.push(text.slice(at, at + length));
          if (isQuiet) out += filter.release();
          at += length;
        }
        out += filter.push(text.slice(at)) + filter.end();
        assertEquals(out, secrets.mask(text));
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("secrets: each character is looked at once", () => {
  let looked = 0;
  const secrets = {
    ...findSecrets(ENV),
    mask: (text: string) => {
      looked += text.length;
      return text;
    },
  };
  const filter = new SecretFilter(secrets);
  const text = "some words of a line\r\n".repeat(10_000);
  const pieces = text.match(/[^]{1,4095}/g)!;
  const passed = pieces.map((piece) => filter.push(piece)).join("") + filter.end();
  assertEquals([passed, looked], [text, text.length]);
});

Deno.test("secrets: a line of a megabyte passes in parts, masked also where it is split", () => {
  const secret = SECRETS[2]!;
  const filter = new SecretFilter(findSecrets({}));
  const text = `${"x".repeat(997)} ${secret} `.repeat(1_000);
  let out = "";
  for (let at = 0; at < text.length; at += 4_096) out += filter.push(text.slice(at, at + 4_096));
  assert(out.length > 900_000, "passes before the line ends");
  out += filter.end();
  assertEquals(out, text.replaceAll(secret, MASK));
});
