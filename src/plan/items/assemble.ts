/** Makes a document from blocks, and gives each item the headings above it. */
import type { Block } from "../markdown/block.ts";
import { toPlainText } from "../markdown/inline.ts";
import { findLadders, isLegendEntry, isOptionalHeading } from "./asides.ts";
import { type Dialect, findBoxes, groupLists, type List } from "./boxes.ts";
import { chainOf, type Heading, Paragraph, TaskItem } from "./document.ts";
import { isForPerson } from "./marks.ts";
import { splitBlock } from "./split_block.ts";
import { findHeldUp, ItemTree } from "./tree.ts";

interface Assembled {
  readonly items: TaskItem[];
  readonly headings: Heading[];
  readonly paragraphs: Paragraph[];
  readonly legend: number[];
}

/** Assembles the blocks of a page. */
export function assemble(
  written: readonly Block[],
  lines: readonly string[],
  dialect: Dialect = { isDashOpen: false },
): Assembled {
  const result: Assembled = { items: [], headings: [], paragraphs: [], legend: [] };
  const blocks = written.flatMap(splitBlock);
  const title = findTitle(blocks);
  const ladders = findLadders(blocks);
  const lists = groupLists(blocks, lines);
  const boxes = findBoxes(blocks, lists, lines, dialect);
  /**
   * Lists with a ticked item so far. Plain entries after it are work that was added without a box. In a
   * numbered list, so are the entries before it.
   */
  const ticked = new Set<List | undefined>(
    blocks.filter((block) => boxes.get(block)?.state === "done").map((block) => lists.get(block))
      .filter((list) => list?.ordered),
  );
  const tree = new ItemTree();
  /** Lines of the items that are for a person. Their steps are for a person, too. */
  const forPeople = new Set<number | null>();
  /** The heading directly above the current block. */
  let section: OpenHeading | null = null;
  /** The last prose, if it ends in a colon: it announces the list below it. */
  let announcement: string | null = null;

  for (const block of blocks) {
    const { line } = block;
    if (block.kind === "heading") {
      section = openSection(block, section, block === title, ladders);
      result.headings.push(section);
      tree.beginSection();
      announcement = null;
      continue;
    }
    const box = boxes.get(block);
    const optional = section?.optional ?? false;
    if (box !== undefined) {
      if (isLegendEntry(box, [section?.text ?? "", announcement ?? ""])) {
        result.legend.push(line);
        continue;
      }
      if (box.state === "done") ticked.add(lists.get(block));
      noteBox(section);
      const { sign: _sign, kind: _kind, isStated: _isStated, ...task } = box;
      const rawLine = lines[line - 1] ?? "";
      const parent = tree.add(block as Extract<Block, { kind: "item" }>, { ...task, rawLine });
      const forPerson = isForPerson(box.text) || forPeople.has(parent);
      if (forPerson) forPeople.add(line);
      const isAside = optional || box.optional || forPerson;
      result.items.push({ ...task, line, optional: isAside, forPerson, parent, rawLine });
      continue;
    }
    tree.leave(block.depth);
    const isItem = block.kind === "item";
    const list = lists.get(block);
    if (block.source !== "") {
      const { source, depth } = block;
      result.paragraphs.push({
        source,
        line,
        depth,
        isItem,
        followsTicked: list !== undefined && ticked.has(list),
        section,
        announcement: isItem ? announcement : null,
        optional,
      });
    }
    if (!isItem) announcement = endsInColon(block.source) ? toPlainText(block.source) : null;
  }
  if (forPeople.size === 0) return result;
  const heldUp = findHeldUp(result.items);
  const items = result.items.map((item) =>
    heldUp.has(item.line) ? { ...item, optional: true, forPerson: true } : item
  );
  return { ...result, items };
}

/** A heading while its section is being read. */
type OpenHeading = { -readonly [Part in keyof Heading]: Heading[Part] };

function openSection(
  { source, depth, line }: Extract<Block, { kind: "heading" }>,
  previous: Heading | null,
  isTitle: boolean,
  ladders: ReadonlySet<number>,
): OpenHeading {
  let parent = previous;
  while (parent !== null && parent.depth >= depth) parent = parent.parent;
  const text = toPlainText(source);
  const optional = parent?.optional === true ||
    !isTitle && isOptionalHeading(text, ladders.has(depth));
  return { text, depth, line, optional, isTitle, parent, hasBoxes: false, hasBoxesWithin: false };
}

function noteBox(section: OpenHeading | null): void {
  if (section !== null) section.hasBoxes = true;
  for (const heading of chainOf(section)) heading.hasBoxesWithin = true;
}

function endsInColon(source: string): boolean {
  return /:[*_]{0,3}$/.test(source);
}

/** Finds the page's title, whose words do not mark a part of the page. */
function findTitle(blocks: readonly Block[]): Block | null {
  const headings = blocks.filter((block) => block.kind === "heading");
  const tops = headings.filter((heading) => heading.depth === 1);
  return tops.length === 1 && tops[0] === headings[0] ? headings[0]! : null;
}
