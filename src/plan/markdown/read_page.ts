/**
 * Reads Markdown: the context of each line of a page, and the blocks of its text.
 *
 * It takes one pass over the lines by CommonMark's rules for blocks, so that no page can keep a hook busy.
 * A test compares it with a full parser. Markup within lines is left to the callers.
 */
import type { Block } from "./block.ts";
import { readFrontMatter } from "./front_matter.ts";
import { type Fence, findHtmlStart, isFenceEnd, readFence, readHeading } from "./line.ts";

/**
 * The context of a line. `html` is never prose: comments, scripts, preformatted text. `html-block` ends at
 * a blank line. A line of a quote may lack its `>`, since words continue without it.
 */
export type PageContext =
  | "plain"
  | "fence"
  | "fence-mark"
  | "html"
  | "html-block"
  | "quote"
  | "indented";

/** Lines between marks; indexes of lines. */
export interface Extent {
  /** The line of the opening mark. */
  readonly start: number;
  /** For fenced code, the line after its last line of code; for HTML, the line after the closing mark. */
  readonly end: number;
  /** False if the page, or the list item that contains it, ends before the closing mark. */
  readonly isClosed: boolean;
}

/** A code block between fences. */
interface FencedCode extends Extent {
  readonly info: string;
}

const ITEM = /^([-*+]|(\d{1,9})[.)])(?: {1,4}(?=[^ ])| (?= {4})|$)/;
const RULE = /^([-*_])(?: *\1){2,}$/;
/** In characters. A longer rule would exhaust the expression's stack. */
const MAX_RULE = 1_000;
const UNDERLINE = /^(?:=+|-+)$/;
const DEFINITION =
  /^\[(?=[^\]]*[^\s\]])[^[\]]+\]:[ \t]*(?:<[^<>]*>|[^\s<]\S*)(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?$/;
/** Real pages do not nest deeper. Further signs of lists count as words. */
const MAX_DEPTH = 100;

/** A paragraph that may continue in the next line. */
type OpenParagraph = Exclude<Block, { kind: "heading" }> & { readonly lines: string[] };

/** Lines up to a known end, whatever they contain. */
interface Region {
  readonly context: "fence" | "html" | "html-block";
  /** The number of list items that it is in. It ends with them. */
  readonly level: number;
  readonly isEnd: (content: string) => boolean;
  readonly extent: { -readonly [Part in keyof Extent]: Extent[Part] };
}

/** A parsed page, with a context for each line. The front matter is without the rules around it. */
export type Page = ReturnType<typeof readPage>;

/**
 * Reads a page. The lines of its front matter count as `html`.
 *
 * @param isMessage True for an agent's message: it has no front matter, and a tag does not begin a block.
 */
export function readPage(lines: readonly string[], isMessage = false) {
  const reader = new PageReader(isMessage);
  const front = readFrontMatter(isMessage ? [] : lines);
  const contexts = lines.map((line, index) =>
    index < front.end ? "html" : reader.read(line, index)
  );
  const { fences, html } = reader;
  if (front.end > 0) html.unshift({ start: 0, end: front.end, isClosed: true });
  return { blocks: reader.end(), contexts, fences, html, frontMatter: front.lines };
}

class PageReader {
  readonly fences: FencedCode[] = [];
  /** Comments, scripts and preformatted text of several lines. */
  readonly html: Extent[] = [];
  readonly #blocks: Block[] = [];
  /** Columns at which the words of the open list items start. */
  readonly #items: number[] = [];
  readonly #isMessage: boolean;
  #index = 0;
  #paragraph: OpenParagraph | null = null;
  #region: Region | null = null;
  /** The list item that has no words yet. */
  #begun: { readonly depth: number; readonly ordered: boolean } | null = null;
  /** True if words without `>` continue the quote above. */
  #isInQuote = false;
  #quotedFence: Fence | null = null;

  constructor(isMessage: boolean) {
    this.#isMessage = isMessage;
  }

  end(): Block[] {
    this.#close();
    return this.#blocks;
  }

  read(line: string, index: number): PageContext {
    this.#index = index;
    const text = line.includes("\t") ? withoutTabs(line) : line;
    const content = text.trim();
    if (content === "") return this.#readBlank();
    const column = text.length - text.trimStart().length;
    const level = this.#items.findLastIndex((offset) => column >= offset) + 1;
    const inner = column - (this.#items[level - 1] ?? 0);
    if (this.#region !== null) {
      if (level >= this.#region.level) return this.#goOnInRegion(content, column);
      // A code block may end with its list item. A comment that ends so lacks its own end.
      if (this.#region.context === "fence") this.#region.extent.isClosed = true;
      this.#region = null;
    }
    return inner > 3 ? this.#readIndented(content, level) : this.#readText(content, column, level);
  }

  #readBlank(): PageContext {
    this.#close();
    this.#isInQuote = false;
    this.#quotedFence = null;
    // After a blank line, an empty item cannot get words.
    if (this.#begun !== null) this.#items.pop();
    this.#begun = null;
    if (this.#region?.context === "html-block") this.#region = null;
    if (this.#region !== null) this.#region.extent.end = this.#index + 1;
    return this.#region?.context ?? "plain";
  }

  #goOnInRegion(content: string, column: number): PageContext {
    const { context, extent, isEnd, level } = this.#region!;
    const indent = column - (this.#items[level - 1] ?? 0);
    const isEnded = isEnd(content) && (context !== "fence" || indent <= 3);
    if (!isEnded || context !== "fence") extent.end = this.#index + 1;
    if (!isEnded) return context;
    this.#region = null;
    extent.isClosed = true;
    return context === "fence" ? "fence-mark" : context;
  }

  /** Reads an indented line: it continues words, but after a blank line it is code. */
  #readIndented(content: string, level: number): PageContext {
    if (this.#paragraph !== null || this.#isInQuote) return this.#goOn(content, level);
    this.#leave(level);
    return "indented";
  }

  #readText(content: string, column: number, level: number): PageContext {
    const isOwn = level === this.#items.length;
    if (this.#paragraph !== null && isOwn && UNDERLINE.test(content)) {
      return this.#underline(content);
    }
    if (isRule(content)) return this.#leave(level);
    const item = ITEM.exec(content);
    // Within a paragraph, only a bullet or a 1 with words begins a list.
    const canBegin = this.#paragraph === null || !isOwn ||
      (item?.[0] !== content && Number(item?.[2] ?? 1) === 1);
    return item !== null && canBegin && level < MAX_DEPTH
      ? this.#beginItem(item, content, column, level)
      : this.#readLeaf(content, level);
  }

  #beginItem(item: RegExpExecArray, content: string, start: number, level: number): PageContext {
    this.#leave(level);
    const [opening, , number] = item;
    const rest = content.slice(opening.length);
    // The words of an empty item start one column after its sign.
    const column = start + opening.length + (rest === "" ? 1 : 0);
    this.#items.push(column);
    if (rest.startsWith(" ")) return "indented";
    this.#begun = { depth: level, ordered: number !== undefined };
    return rest === "" ? "plain" : this.#readText(rest, column, level + 1);
  }

  #readLeaf(content: string, level: number): PageContext {
    if (content.startsWith(">")) return this.#readQuote(content, level);
    const heading = readHeading(content);
    if (heading !== null) {
      this.#leave(level);
      const line = this.#index + 1;
      if (level === 0) this.#blocks.push({ kind: "heading", ...heading, line });
      return "plain";
    }
    const fence = readFence(content);
    if (fence !== null) {
      this.#leave(level);
      const [start, end] = [this.#index, this.#index + 1];
      const code = { info: fence.info, start, end, isClosed: false };
      this.fences.push(code);
      const isEnd = (line: string) => isFenceEnd(line, fence);
      this.#region = { context: "fence", level, isEnd, extent: code };
      return "fence-mark";
    }
    const isFree = this.#paragraph === null || level < this.#items.length;
    const html = content.startsWith("<") ? findHtmlStart(content, isFree) : null;
    if (html !== null && !(this.#isMessage && html.context === "html-block")) {
      this.#leave(level);
      if (!html.isEnd(content)) {
        const extent = { start: this.#index, end: this.#index + 1, isClosed: false };
        if (html.context === "html") this.html.push(extent);
        this.#region = { ...html, level, extent };
      }
      return html.context;
    }
    const isDefinition = this.#paragraph === null && !this.#isInQuote &&
      content.startsWith("[") && DEFINITION.test(content);
    return isDefinition ? this.#leave(level) : this.#goOn(content, level);
  }

  #readQuote(content: string, level: number): PageContext {
    this.#leave(level, this.#quotedFence);
    const words = content.replace(/^(?:>[ ]?)+/, "");
    const fence = this.#quotedFence;
    if (fence === null) this.#quotedFence = readFence(words);
    else if (isFenceEnd(words, fence)) this.#quotedFence = null;
    this.#isInQuote = fence === null && this.#quotedFence === null && words.trim() !== "" &&
      !words.startsWith("    ") && !isRule(words) && readHeading(words.trimStart()) === null;
    return "quote";
  }

  /** Reads words: of the paragraph above, of the quote above, or of a new paragraph. */
  #goOn(content: string, level: number): PageContext {
    if (this.#paragraph !== null) {
      this.#paragraph.lines.push(content);
      return "plain";
    }
    if (this.#isInQuote) return "quote";
    const begun = this.#begun?.depth === level - 1 ? this.#begun : null;
    this.#leave(level);
    const rest = { source: "", lines: [content], line: this.#index + 1 };
    this.#paragraph = begun === null
      ? { kind: "prose", depth: level, ...rest }
      : { kind: "item", ...begun, ...rest };
    return "plain";
  }

  /** Reads an underline, which makes a heading of a paragraph. The first words of an item stay an item. */
  #underline(content: string): PageContext {
    const { lines, kind, depth, line } = this.#paragraph!;
    if (kind === "prose") {
      this.#paragraph = null;
      const source = joinLines(lines);
      const rank = content.startsWith("=") ? 1 : 2;
      if (depth === 0) this.#blocks.push({ kind: "heading", source, depth: rank, line });
    }
    return this.#leave(this.#items.length);
  }

  /** Closes the open parts and the list items that do not contain the line. */
  #leave(level: number, quotedFence: Fence | null = null): "plain" {
    this.#close();
    this.#items.length = level;
    this.#begun = null;
    this.#isInQuote = false;
    this.#quotedFence = quotedFence;
    return "plain";
  }

  #close(): void {
    if (this.#paragraph === null) return;
    const { lines, ...block } = this.#paragraph;
    this.#blocks.push({ ...block, source: joinLines(lines) });
    this.#paragraph = null;
  }
}

function isRule(content: string): boolean {
  return content.length <= MAX_RULE && RULE.test(content);
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join("\n");
}

/** Expands the tabs in front of a line's words to the next multiple of four columns. */
function withoutTabs(line: string): string {
  return line.replace(/^[ \t>*+\d.)-]+/, (signs) => {
    let column = 0;
    return signs.replace(/\t|[^\t]+/g, (piece) => {
      const wide = piece === "\t" ? " ".repeat(4 - column % 4) : piece;
      column += wide.length;
      return wide;
    });
  });
}
