/** Holds what people and agents read to one vocabulary: `forbidden word` → `what we say`. */
import { assertEquals } from "@std/assert";
import { walkSync } from "@std/fs/walk";
import { fromFileUrl, relative } from "@std/path";
import type { Command } from "../src/cli/core/command.ts";
import { renderCommandHelp } from "../src/cli/core/help.ts";
import { createStyle } from "../src/cli/core/style.ts";
import { COMMANDS } from "../src/cli/registry.ts";
import { REASONS } from "../src/loop/reasons.ts";
import { SETTING_SPECS } from "../src/store/settings/settings.ts";

/** A word that nobody should read, with what we say instead. */
interface Forbidden {
  readonly word: RegExp;
  readonly say: string;
}

// deno-fmt-ignore
const GLOSSARY: readonly Forbidden[] = [
  { word: /\biterations?\b|\biters\b/i, say: "turn" },
  { word: /\bcontinuations?\b/i, say: "turn, or the next prompt" },
  { word: /\b(?:SUCCESS|Complete)\b/, say: "DONE" },
  { word: /\b(?:loop|run|task) (?:is|was|has) (?:finished|successful)\b/i, say: "done" },
  { word: /\[RALPH\]|\bralph on:|\bralph goes on\b|\bLoop (?:stopped|disabled)\b|\bHARD STOP\b/, say: "ralph: and the sentence" },
  { word: /confidence[= ]\d|\(\d\.\d\d\)|\b\w+_(?:checkboxes|marker|items|phrases|status) \d/, say: "words, such as `all 3 boxes are ticked`" },
  { word: /\b(?:let-go|no-tools|max-runtime|max-iterations|max-tokens|max-cost|kill-switch|stopped-by-user|nothing-to-do|nothing-to-merge|items-left|needs-agent|task-timeout|idle-timeout|agent-failed|internal-error|plan-error|rate-limited)\b/, say: "the reason in words" },
  { word: /\d{4}-\d\d-\d\dT\d/, say: "the local time, 06:17" },
  { word: /\b\d+(?:\.\d+)?h\/\d/, say: "1 h 12 min of 9 h" },
  { word: /\bRuntime:|\bWall:|\bwall time\b/, say: "active, on the clock" },
  { word: /\b(?:nights?|sorrow|prey|kin|mend(?:s|ed)?|anew|wherein|let go|so long as|for want of|wall[- ]clock|wall time)\b/i, say: "the plain word" },
  { word: /[■⏵✔✅⏳✘❌⏹💓🧊💀]/u, say: "✓, ✗ or -" },
];

/** Where a forbidden word may stand, and why. */
// deno-fmt-ignore
const ALLOWED: readonly { readonly what: RegExp; readonly why: string }[] = [
  { what: /--(?:max|min)-iterations\b|\b(?:max|min)_iterations\b|RALPH_M(?:AX|IN)_ITERATIONS/g, why: "names of options, settings and variables" },
  { what: /\biterations?\/[\w.*{}<>-]*|\/iterations$|\bralph-templates\/[\w-]+\.md|\brun-iteration\.md/g, why: "names of folders and files" },
  { what: /--max-(?:tokens|cost-usd|hours)\b|--(?:task|idle)-timeout\b/g, why: "names of options" },
  { what: /(?:--since|Write it as) \S+/g, why: "an option's value, which programs write" },
  { what: /`(?:continuation|iteration)[\w.]*`/g, why: "names in templates" },
  { what: /"\w+":\s*"[^"]*"/g, why: "JSON is for programs" },
];

/** Words in the sources that others read too, or that read what others write. */
// deno-fmt-ignore
const OTHERS: Readonly<Record<string, { readonly what: RegExp; readonly why: string }>> = {
  "src/loop/reason.ts": { what: /Maximum iterations|Loop (?:stopped|disabled)/g, why: "sentences of the stop record, which scripts of the earlier plugin read" },
  "src/hook/answer.ts": { what: /\[RALPH\]|HARD STOP/g, why: "the same on standard error" },
  "src/loop/header.ts": { what: /Iteration|Runtime:|iters/g, why: "the earlier plugin's line, for the setting runtime_header" },
  "src/run/report/result.ts": { what: /\*\*Iterations:/g, why: "the file .ralph-result, which programs read" },
  "src/evidence/idleness/find_idle_phrase.ts": { what: /iteration/g, why: "words of agents" },
};

const ROOT = fromFileUrl(new URL("..", import.meta.url));

const FOLDERS = ["tests/prompt", "tests/cli", "tests/e2e", "tests/run"];

/** What people and agents read, as it stands in files. */
function* goldens(): Iterable<[name: string, text: string]> {
  for (const folder of [...FOLDERS, "commands", "templates"]) {
    for (const { path } of walkSync(`${ROOT}${folder}`, { includeDirs: false })) {
      const name = relative(ROOT, path);
      if (FOLDERS.includes(folder) && !name.includes("/golden/")) continue;
      const text = Deno.readTextFileSync(path);
      yield [
        name,
        name.endsWith(".json") ? readTexts(text) : text.replaceAll(/\{[{%].*?[}%]\}/g, ""),
      ];
    }
  }
}

/** The help of a command and of its subcommands. */
function helpOf(command: Command, path: readonly string[]): [name: string, text: string][] {
  const layout = { width: 1_000, style: createStyle(false) };
  return [
    [`help ${path.join(" ")}`, renderCommandHelp(command, path, layout)],
    ...(command.subcommands ?? []).flatMap((each) => helpOf(each, [...path, each.name])),
  ];
}

/** What of a hook's answer is read by the agent or the user. */
function readTexts(json: string): string {
  const texts: string[] = [];
  JSON.parse(json, (key, value) => {
    if (/Context$|Reason$|Message$|^reason$/.test(key)) texts.push(String(value));
    return value;
  });
  return texts.join("\n");
}

/** Returns `name:line: "word": say …` for each forbidden word. */
function findWords(name: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const rest = ALLOWED.reduce((left, { what }) => left.replaceAll(what, ""), line);
    return GLOSSARY.flatMap(({ word, say }) => {
      const found = word.exec(rest);
      return found === null ? [] : [`${name}:${index + 1}: "${found[0]}": say ${say}`];
    });
  });
}

Deno.test("glossary: finds what it forbids, and not the names of options", () => {
  const found = (line: string) => findWords("x", line).length;
  assertEquals(["Iteration 2/99", "0.0h/9.0h", "[RALPH] on", "✅ SUCCESS"].map(found), [
    1,
    1,
    1,
    2,
  ]);
  assertEquals(["--max-iterations N  Maximum turns", "Turn 2 of 99 · 25 min of 9 h"].map(found), [
    0,
    0,
  ]);
});

Deno.test("glossary: goldens, help, settings and reasons have one vocabulary", async () => {
  const commands = await Promise.all(
    COMMANDS.map(async ({ name, load }) => [name, (await load()).command] as const),
  );
  const texts: [name: string, text: string][] = [
    ...goldens(),
    ...commands.flatMap(([name, command]) => helpOf(command, [name])),
    ...COMMANDS.map(({ name, summary }): [string, string] => [`help of ${name}`, summary]),
    ...SETTING_SPECS.map(({ key, help }): [string, string] => [`setting ${key}`, help]),
    ...Object.entries(REASONS).map(([code, row]): [string, string] => [
      `reason of ${code}`,
      `${row.head}\n${"next" in row ? row.next : ""}`,
    ]),
  ];
  const wrong = texts.flatMap(([name, text]) => findWords(name, text));
  assertEquals(wrong, []);
});

Deno.test("glossary: no sentence in the sources has another vocabulary", () => {
  const wrong: string[] = [];
  const used = new Set<string>();
  for (const { path } of walkSync(`${ROOT}src`, { exts: [".ts"], includeDirs: false })) {
    const name = relative(ROOT, path);
    const { what = null } = OTHERS[name] ?? {};
    // Comments speak of the code, and what has no blank in it is a name.
    const code = Deno.readTextFileSync(path)
      .replaceAll(/\/\*[^]*?\*\//g, (text) => text.replaceAll(/[^\n]/g, ""))
      .replaceAll(/(^|\s)\/\/.*/gm, "$1");
    for (const [index, line] of code.split("\n").entries()) {
      const texts = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`?/g)]
        .map(([, plain, template]) => (plain ?? template ?? "").replaceAll(/\$\{[^}]*\}?/g, ""))
        .filter((text) => text.trim().includes(" "));
      const said = texts.join(" ");
      const text = what === null ? said : said.replaceAll(what, "");
      if (text !== said) used.add(name);
      wrong.push(...findWords(name, text).map((each) => `line ${index + 1} of ${each}`));
    }
  }
  assertEquals(wrong, []);
  assertEquals([...used].toSorted(), Object.keys(OTHERS).toSorted(), "what is allowed is there");
});
