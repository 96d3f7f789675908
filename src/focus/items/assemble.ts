/** Makes a document from blocks: gives each item the headings above it. */
import type { Block } from "../../markdown/block.ts";
import { toPlainText } from "../../markdown/inline.ts";
import { isLegendEntry, isOptionalHeading } from "./asides.ts";
import { readCheckbox } from "./checkbox.ts";
import { chainOf, type Heading, Paragraph, TaskItem, TaskState } from "./document.ts";
import { splitBlock } from "./split_block.ts";

interface Assembled {
  readonly items: TaskItem[];
  readonly headings: Heading[];
  readonly paragraphs: Paragraph[];
  readonly legend: number[];
}

/** Puts the blocks of a page together. */
export function assemble(written: readonly Block[], lines: readonly string[]): Assembled {
  const result: Assembled = { items: [], headings: [], paragraphs: [], legend: [] };
  const blocks = written.flatMap(splitBlock);
  const title = findTitle(blocks);
  const siblings = new Siblings();
  /** The heading right above the present block. */
  let section: OpenHeading | null = null;
  /** The last prose, where it ends in a colon: it announces the list below it. */
  let announcement: string | null = null;

  for (const block of blocks) {
    const { line } = block;
    if (block.kind === "heading") {
      section = openSection(block, section, block === title);
      result.headings.push(section);
      announcement = null;
      siblings.endLists(0);
      continue;
    }
    const optional = section?.optional ?? false;
    const task = block.kind === "item" ? readCheckbox(block.source) : null;
    if (block.kind === "item" && task) {
      siblings.addTask(block, task.state);
      if (isLegendEntry(task.text, [section?.text ?? "", announcement ?? ""])) {
        result.legend.push(line);
        continue;
      }
      noteBox(section);
      const rawLine = lines[line - 1] ?? "";
      result.items.push({ ...task, line, optional, rawLine });
      continue;
    }
    const isItem = block.kind === "item";
    const followsTicked = isItem && siblings.addPlain(block);
    if (!isItem) siblings.endLists(block.depth);
    if (block.source !== "") {
      const { source, depth } = block;
      result.paragraphs.push({
        source,
        line,
        depth,
        isItem,
        followsTicked,
        section,
        announcement: isItem ? announcement : null,
        optional,
      });
    }
    if (!isItem) announcement = endsInColon(block.source) ? toPlainText(block.source) : null;
  }
  return result;
}

/** A heading while what is below it is read. */
type OpenHeading = { -readonly [Part in keyof Heading]: Heading[Part] };

function openSection(
  { source, depth, line }: Extract<Block, { kind: "heading" }>,
  previous: Heading | null,
  isTitle: boolean,
): OpenHeading {
  let parent = previous;
  while (parent !== null && parent.depth >= depth) parent = parent.parent;
  const text = toPlainText(source);
  const optional = parent?.optional === true || !isTitle && isOptionalHeading(text);
  return { text, depth, line, optional, isTitle, parent, hasBoxes: false, hasBoxesWithin: false };
}

function noteBox(section: OpenHeading | null): void {
  if (section !== null) section.hasBoxes = true;
  for (const heading of chainOf(section)) heading.hasBoxesWithin = true;
}

function endsInColon(source: string): boolean {
  return /:[*_]{0,3}$/.test(source);
}

/** The page's title; its words do not mark a part of the page. */
function findTitle(blocks: readonly Block[]): Block | null {
  const headings = blocks.filter((block) => block.kind === "heading");
  const tops = headings.filter((heading) => heading.depth === 1);
  return tops.length === 1 && tops[0] === headings[0] ? headings[0]! : null;
}

type Item = Extract<Block, { kind: "item" }>;

/**
 * Follows the numbered lists of a page, one a depth: plain entries behind ticked ones are work that
 * somebody numbered on without boxes.
 */
class Siblings {
  /** For each depth, whether its present list is numbered and its last entry was ticked. */
  readonly #behindTicked: boolean[] = [];

  /** Ends the lists from a depth on. */
  endLists(depth: number): void {
    this.#behindTicked.length = Math.min(this.#behindTicked.length, depth);
  }

  addTask({ depth, ordered }: Item, state: TaskState): void {
    this.endLists(depth + 1);
    this.#behindTicked[depth] = ordered && state === "done";
  }

  /** Notes an entry without a box; returns whether it follows a ticked entry, directly or not. */
  addPlain({ depth, ordered }: Item): boolean {
    this.endLists(depth + 1);
    const follows = ordered && this.#behindTicked[depth] === true;
    this.#behindTicked[depth] = follows;
    return follows;
  }
}
