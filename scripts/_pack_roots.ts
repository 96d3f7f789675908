/**
 * The packs of hooks and the status line: each is a list of modules, and what they import statically.
 * What is not in one of them is a pack of its own (docs/start-up.md).
 *
 * @module
 */

/** The modules of a pack that a start reads. */
export interface PackRoots {
  /** The hook's name, or `statusline`; or that and what it reads next. */
  readonly pack: string;
  /** The pack that is open already, whose modules this one leaves out. */
  readonly after?: string;
  /** The modules below `src/`, each with the reason why it is read at once. */
  readonly roots: Readonly<Record<string, string>>;
}

/** The module that the program's first one imports. */
const DOOR = { "hook/hot.ts": "the door to all of these" };
const ANY_HOOK = { ...DOOR, "hook/run_hook.ts": "reads the event, and looks for a loop" };

/** The packs that are opened first, or right after the first. */
export const PACK_ROOTS: readonly PackRoots[] = [
  {
    pack: "guard",
    roots: {
      ...ANY_HOOK,
      "hook/guard/guard.ts": "judges each call",
      "guard/_edit_tools.ts": "every edit of a file",
      "guard/_mcp_tools.ts": "every call of an MCP server",
    },
  },
  {
    pack: "guard-plan",
    after: "guard",
    roots: {
      "hook/keep_plans.ts": "keeps a copy of a plan that is edited, once a turn at least",
      "lifecycle/settings.ts": "says whether copies are kept",
    },
  },
  {
    pack: "session",
    roots: { ...ANY_HOOK, "hook/session/session.ts": "notes the end of each call" },
  },
  // Without a loop it ends here.
  { pack: "stop", roots: ANY_HOOK },
  {
    pack: "stop-loop",
    after: "stop",
    roots: {
      "hook/stop/stop.ts": "judges each turn",
      "plan/items/read_document.ts": "reads the plan, at each Stop",
    },
  },
  // Without a loop it ends here.
  {
    pack: "statusline",
    roots: { ...DOOR, "hook/statusline/statusline.ts": "reads the client's JSON" },
  },
  {
    pack: "statusline-loop",
    after: "statusline",
    roots: { "hook/statusline/facts.ts": "gathers what the line shows" },
  },
];
