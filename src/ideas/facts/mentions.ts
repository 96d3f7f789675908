/** Finds the tasks and files of the project that a document tells its reader to run. Pure. */
import type { CodeBlock, Prose } from "../../plan/markdown/prose.ts";

/** A task or file that a document names: its line, its runner and its name. */
export type Mention = readonly [line: number, runner: string, name: string];

const SHELL = new Set(["", "bash", "sh", "shell", "zsh", "console", "shell-session", "terminal"]);

/** The runners, and how a command line names their tasks. */
const RUNNERS: readonly (readonly [runner: string, pattern: RegExp])[] = [
  ["npm", /^(?:npm|pnpm) run(?:-script)? ([A-Za-z][\w:.-]*)(?=\s|$)/],
  // These also run programs of libraries, so an unknown name is not a missing task.
  ["any", /^(?:npm|pnpm|yarn|bun)(?: run)? ([A-Za-z][\w:.-]*)(?=\s|$)/],
  ["deno", /^deno task ([A-Za-z][\w:.-]*)(?=\s|$)/],
  ["make", /^make ([A-Za-z][\w.-]*)$/],
  ["just", /^just ([A-Za-z][\w-]*)$/],
  ["mise", /^mise (?:run|r) ([A-Za-z][\w:.-]*)(?=\s|$)/],
  [
    "file",
    /^(?:(?:bash|sh|zsh|python3?|node|ruby|perl|deno run(?: -\S+)*|bun) )?((?:\.\/)?[\w][\w./-]*\.(?:sh|bash|py|js|mjs|ts|mts|rb|pl))(?=\s|$)/,
  ],
];

/** Commands after which the reader is in another folder, or has files that the document does not show. */
const ELSEWHERE =
  /(?:^|[;&|]\s*)(?:cd|pushd|git clone|curl|wget|touch|mkdir|cp|mv|tar|unzip|npx|npm (?:create|init)|cat|echo|tee)\b|[^=-]>|<<|--(?:prefix|cwd|workspace|filter|dir)\b|\s-[wC]\s/;

/**
 * Finds tasks and files of the project that code in the document runs.
 *
 * @returns The mentions in the order of the lines, up to a command that leads into another folder.
 */
export function readMentions({ fences, spans }: Prose): Mention[] {
  const mentions: Mention[] = [];
  for (const fence of fences) {
    if (SHELL.has(fence.language)) mentions.push(...mentionsIn(fence));
  }
  for (const { line, text } of spans) {
    const mention = ELSEWHERE.test(text) ? null : mentionOf(text);
    // A path in a sentence is often an example; a task never is.
    if (mention !== null && mention[0] !== "file") mentions.push([line, ...mention]);
  }
  return mentions.sort(([left], [right]) => left - right);
}

function mentionsIn({ language, line, lines }: CodeBlock): Mention[] {
  const mentions: Mention[] = [];
  // In a console log, only what follows the prompt was typed.
  const isProtocol = lines.some((text) => /^\s*\$ /.test(text));
  for (const [index, text] of lines.entries()) {
    if (isProtocol && !/^\s*\$ /.test(text)) continue;
    if (ELSEWHERE.test(text.replace(/^\s*\$ /, ""))) break;
    for (const part of text.split(/&&|;|\|\|/)) {
      const mention = mentionOf(part.replace(/^\s*\$ /, ""));
      const isCommand = mention !== null &&
        (language !== "" || isProtocol || mention[0] !== "file");
      if (isCommand) mentions.push([line + index, ...mention]);
    }
  }
  return mentions;
}

function mentionOf(command: string): [runner: string, name: string] | null {
  const bare = command.replace(/\s#.*$/, "").trim();
  for (const [runner, pattern] of RUNNERS) {
    const name = pattern.exec(bare)?.[1];
    if (name !== undefined) return [runner, name.replace(/^\.\//, "")];
  }
  return null;
}
