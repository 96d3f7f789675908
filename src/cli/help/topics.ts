/**
 * The topics of `ralph help`: pages of the documentation, and what the tables of the program say.
 */
import type { Candidate } from "../completion/candidate.ts";
import type { CommandContext } from "../core/context.ts";
import type { Layout } from "../core/output.ts";
import { renderPage } from "./page_text.ts";

interface Topic {
  readonly summary: string;
  /** Loads the page; null for a topic that is made from the commands alone. */
  readonly load: (() => Promise<{ readonly default: string }>) | null;
  /** The only sections that are shown, by their headings; by default all. */
  readonly sections?: readonly string[];
}

const TOPICS: Readonly<Record<string, Topic>> = {
  limits: {
    summary: "How long a loop works, what counts as time, and the limits in effect here",
    load: () => import("../../../docs/limits.md", { with: { type: "text" } }),
  },
  completion: {
    summary: "When a task is complete",
    load: () => import("../../../docs/completion.md", { with: { type: "text" } }),
  },
  validation: {
    summary: "The review of a task that looks complete",
    load: () => import("../../../docs/validation.md", { with: { type: "text" } }),
  },
  guidance: {
    summary: "What you encourage and forbid, and what the project constrains",
    load: () => import("../../../docs/guidance.md", { with: { type: "text" } }),
  },
  adapters: {
    summary: "Metrics of your own that say whether going on is worth it",
    load: () => import("../../../docs/adapters.md", { with: { type: "text" } }),
    sections: ["What an opinion does", "Trying it"],
  },
  run: {
    summary: "Fresh agents over a plan: watchdogs, checks, results",
    load: () => import("../../../docs/run.md", { with: { type: "text" } }),
  },
  doctor: {
    summary: "What 'ralph doctor' checks, and what --fix promises",
    load: () => import("../../../docs/doctor.md", { with: { type: "text" } }),
    sections: ["What is checked", "What --fix promises"],
  },
  "exit-codes": { summary: "What the exit codes of all commands mean", load: null },
  configuration: {
    summary: "Where settings come from, and which is the strongest",
    load: () => import("../../../docs/configuration.md", { with: { type: "text" } }),
  },
  notifications: {
    summary: "The bell, the desktop or a command of yours, when something happens",
    load: () => import("../../../docs/notifications.md", { with: { type: "text" } }),
  },
  sandbox: {
    summary: "Where agents may write, and what else is kept from them",
    load: () => import("../../../docs/sandbox.md", { with: { type: "text" } }),
  },
  security: {
    summary: "What is promised against hostile folders and machines, and what is not",
    load: () => import("../../../docs/security.md", { with: { type: "text" } }),
  },
  shell: {
    summary: "Completion and man pages, and how to install them",
    load: () => import("../../../docs/shell.md", { with: { type: "text" } }),
  },
  troubleshooting: {
    summary: "What a state means, and what to do",
    load: () => import("../../../docs/troubleshooting.md", { with: { type: "text" } }),
  },
};

/** The topics with their summaries, in the order of the help. */
export const TOPIC_LIST: readonly Candidate[] = Object.entries(TOPICS)
  .map(([value, { summary }]) => ({ value, help: summary }));

/**
 * Renders a topic.
 *
 * @returns Null where there is no such topic.
 */
export async function renderTopic(
  name: string,
  context: CommandContext,
  layout: Layout,
): Promise<string | null> {
  const topic = Object.hasOwn(TOPICS, name) ? TOPICS[name] : undefined;
  if (topic === undefined) return null;
  if (topic.load === null) {
    const { renderExitCodes } = await import("./made_topics.ts");
    return await renderExitCodes(layout);
  }
  const { default: page } = await topic.load();
  const text = renderPage(selectSections(page, name, topic.sections), layout);
  if (name !== "limits") return text;
  const { renderLimitsHere } = await import("./made_topics.ts");
  return [text, ...renderLimitsHere(context, layout)].join("\n\n");
}

/**
 * Selects the beginning of a page and some of its sections.
 *
 * @param headings The headings of the sections; undefined for all.
 */
function selectSections(
  page: string,
  name: string,
  headings: readonly string[] | undefined,
): string {
  if (headings === undefined) return page;
  const [start = "", ...sections] = page.split(/^(?=## )/m);
  const titleOf = (section: string) => section.slice(3, section.indexOf("\n"));
  const chosen = sections.filter((section) => headings.includes(titleOf(section)));
  const others = sections.filter((section) => !chosen.includes(section)).map(titleOf);
  return [start, ...chosen, `In docs/${name}.md: ${others.join("; ")}.`].join("");
}
