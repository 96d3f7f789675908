/**
 * The question about the focus file, as data and as text. `start` asks it on a terminal, and Claude asks it
 * from the output of `start --dry-run --json`.
 */
import { type Discovery, type Doubt, METHODS, type Refusal } from "./discovery.ts";
import { showCount } from "../../text/human_units.ts";

type FocusChoice = "discovered" | "other" | "no-focus";

interface FocusOption {
  readonly choice: FocusChoice;
  readonly label: string;
  /** For people, on one line even if a path contains control characters. */
  readonly description: string;
  /** The file that this answer selects; null without one. */
  readonly path: string | null;
}

/** The question, ready to be shown or exported. */
export type FocusQuestion = ReturnType<typeof buildFocusQuestion>;

/** Builds the question about the focus file. */
export function buildFocusQuestion(discovery: Discovery) {
  const counts = discovery.kind === "ambiguous" ? discovery.openItems ?? [] : [];
  const discovered = listPaths(discovery).map((path, index): FocusOption => ({
    choice: "discovered",
    label: `Use discovered file${describeCount(counts[index])}`,
    description: showPath(path),
    path,
  }));
  return {
    question: "Which focus mode for this Ralph session?",
    options: [
      ...discovered,
      {
        choice: "other",
        label: "Specify different file",
        description: "You'll provide a custom path",
        path: null,
      },
      {
        choice: "no-focus",
        label: "Run without focus",
        description: "ralph looks for work itself",
        path: null,
      },
    ],
    /** The search result, and any doubt about it, in a sentence. */
    found: describeDiscovery(discovery),
  };
}

function describeCount(open: number | undefined): string {
  return open === undefined ? "" : ` (${showCount(open, "open item")})`;
}

/** Lists the files that a discovery names, without a refused file. */
function listPaths(discovery: Discovery): readonly string[] {
  switch (discovery.kind) {
    case "found":
    case "doubtful":
      return [discovery.path];
    case "ambiguous":
      return discovery.candidates;
    case "refused":
    case "none":
      return [];
  }
}

/**
 * Describes in a sentence which file was found and how.
 *
 * @param named How the file was named, if it was.
 */
export function describeDiscovery(discovery: Discovery, named?: string): string {
  switch (discovery.kind) {
    case "found":
      return `Focus file: ${showPath(discovery.path)} (${named ?? METHODS[discovery.method]})`;
    case "ambiguous":
      return describeChoice(discovery);
    case "doubtful":
      return `Not taken as focus file without asking: ${showPath(discovery.path)} ` +
        `(${METHODS[discovery.method]}): ${DOUBTS[discovery.why]}`;
    case "refused":
      return `Cannot use ${showPath(discovery.path)} as focus file${
        named === undefined ? "" : ` (${named})`
      }: ${REFUSALS[discovery.why]}`;
    case "none":
      return NOTHING[discovery.method];
  }
}

function describeChoice(
  { candidates, openItems, method }: Extract<Discovery, { kind: "ambiguous" }>,
): string {
  const named = candidates
    .map((path, index) => showPath(path) + describeCount(openItems?.[index])).join(", ");
  return openItems
    ? `Several plans of this project have open items: ${named}`
    : `Several files could be the focus file (${METHODS[method]}): choose one with -f: ${named}`;
}

const DOUBTS: Record<Doubt, string> = {
  "complete-already": "it is complete already",
  "nothing-names-this-project": "nothing in it names this project",
};

const REFUSALS: Record<Refusal, string> = {
  missing: "there is no such file",
  folder: "it is a folder, name a file in it",
  binary: "it is not text",
  "too-large": "it is larger than 5 MB",
  unreadable: "it cannot be read",
  outside: "it is outside the project, and only the project's own files name it",
};

const NOTHING: Record<Extract<Discovery, { kind: "none" }>["method"], string> = {
  "none": "No plan was found here",
  "task": "The task given as text is the focus",
  "no_focus": "No plan: ralph looks for work itself",
};

/** Renders a path on one line, even if it contains control characters. */
function showPath(path: string): string {
  // deno-lint-ignore no-control-regex
  return path.replace(/[\u0000-\u001f\u007f-\u009f]/g, "�");
}
