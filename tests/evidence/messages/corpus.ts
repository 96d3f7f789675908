/**
 * Last messages of an agent, and what each says.
 *
 * @module
 */

/** What a message says; what is left out is not said. */
export interface Said {
  readonly promise?: string;
  readonly blocked?: string;
  /** Severity and text of each. */
  readonly findings?: readonly (readonly [string, string])[];
  readonly validated?: true;
  /** The idle phrase. */
  readonly idle?: string;
}

/** Name, message, what it says, whether it is a trap. */
export type MessageRow = readonly [name: string, message: string, said: Said, isTrap?: typeof TRAP];

const TRAP = true;

/** The tags that an agent may close an answer with. */
// deno-fmt-ignore
const TAGS: readonly MessageRow[] = [
  [
    "a promise in another language",
    "Alles ist fertig.\n<promise>ALLE TESTS GRÜN ✅</promise>",
    { promise: "ALLE TESTS GRÜN ✅" },
  ],
  ["a promise after a byte order mark", "\ufeff<promise>DONE</promise>", { promise: "DONE" }],
  [
    "what is needed",
    "I cannot go on.\n\n<blocked>The API key of the staging server</blocked>",
    { blocked: "The API key of the staging server" },
  ],
  [
    "what is needed, as a block",
    "<blocked>\n- the API key\n- a decision on the schema\n</blocked>",
    { blocked: "- the API key\n- a decision on the schema" },
  ],
  [
    "findings, then the end of the round",
    '<finding severity="critical">SQL injection in login.ts:42</finding>\n' +
    '<finding severity="Documentation">README names a flag that is gone</finding>\n<validated>',
    {
      findings: [["critical", "SQL injection in login.ts:42"], ["documentation", "README names a flag that is gone"]],
      validated: true,
    },
  ],
  ["a round without findings", "Nothing critical was found.\n\n<validated/>", { validated: true }],
  [
    "a promise and what is needed",
    "<promise>DONE</promise>\n<blocked>somebody to deploy it</blocked>",
    { promise: "DONE", blocked: "somebody to deploy it" },
  ],
  ["a promise in backticks", "Then I say `<promise>DONE</promise>`.", {}, TRAP],
  ["a promise in a list item", "1. <promise>DONE</promise>\n2. then stop", {}, TRAP],
  ["a promise in a table", "| tag | meaning |\n|---|---|\n| <promise>DONE</promise> | all is done |", {}, TRAP],
  [
    "the instruction repeated",
    "Understood: when everything is done I will say <promise>DONE</promise> on a line of its own.",
    {},
    TRAP,
  ],
  ["a promise that is denied", "I cannot say <promise>DONE</promise> yet.", {}, TRAP],
  ["a promise in bold, then more", "**<promise>DONE</promise>**\n\nis what I will say.", {}, TRAP],
  ["a promise never closed", "<promise>DONE\n\nNext I look at the tests.", {}, TRAP],
  ["a bare word", "DONE", {}, TRAP],
  ["a tag of another family", "<promises>DONE</promises>\n<done/>", {}, TRAP],
  ["code that writes the tag", "const tag = `<promise>${text}</promise>`;", {}, TRAP],
  [
    "a promise within what is needed",
    "<blocked>\nwhether I may say\n<promise>DONE</promise>\n</blocked>",
    { promise: "DONE" },
    TRAP,
  ],
  ["a blocked never closed, far too long", `<blocked>\n${"line\n".repeat(60)}</blocked>`, {}, TRAP],
  ["a huge message", `${"<promise>x ".repeat(50_000)}\n<promise>DONE</promise>`, { promise: "DONE" }, TRAP],
];

/** Idleness. */
// deno-fmt-ignore
const IDLE: readonly MessageRow[] = [
  ["a work item of none", "**Iteration 41**\n\nWork Item: None", { idle: "Work Item: None" }],
  ["the same with a bold label", "**Work Item**: None\n**Status**: green", { idle: "Work Item: None" }],
  ["the same in a list, in lower case", "- tests: green\n- work item: none", { idle: "Work Item: None" }],
  ["no aligned work found", "I searched the roadmap and found no SLO-aligned work.", { idle: "no SLO-aligned work" }],
  ["no work available", "No work available at this time.", { idle: "no work available" }],
  ["nothing to do", "There is nothing to do.", { idle: "nothing to do" }],
  [
    "nothing left, after all is done",
    "All items of the plan are ticked, so there is nothing left to do.",
    { idle: "nothing left to do" },
  ],
  ["with a typographic sign", "There’s nothing left to do in this session.", { idle: "nothing left to do" }],
  ["over two lines", "The plan is complete and there is nothing\nleft to do.", { idle: "nothing left to do" }],
  ["no further work", "The checklist is complete and no further work is needed.", { idle: "no further work" }],
  ["as a status", "Status: nothing to do", { idle: "nothing to do" }],
  ["an opinion", "I think there's nothing more to do.", { idle: "nothing more to do" }],
  ["until something comes", "Nothing to do until the CI is through.", { idle: "nothing to do" }],
  ["nothing here, and nothing else", "Nothing to do here.", { idle: "nothing to do" }],
  ["monitoring, alone", "Monitoring.", { idle: "monitoring" }],
  ["waiting, alone", "⏳ Still waiting…", { idle: "waiting" }],
  ["waiting for something", "I'm waiting for the build to finish.", { idle: "waiting" }],
  ["standing by", "The tests are green.\n\nStanding by for further instructions.", { idle: "standing by" }],
  ["awaiting", "Everything is committed. Awaiting further instructions.", { idle: "awaiting further instructions" }],
  ["monitoring on", "CI is still running. Continuing to monitor.", { idle: "continuing to monitor" }],
  ["denied", "It is not true that there is nothing to do: three items are open.", {}, TRAP],
  ["returned by a function", "The function returns nothing to do when the queue is empty.", {}, TRAP],
  ["a message that was fixed", "Fixed the 'no work available' message.", {}, TRAP],
  ["in backticks", "I renamed `nothing to do` to `empty`.", {}, TRAP],
  ["in a fence", "The output is now:\n```\nnothing to do\n```\nas the spec wants it.", {}, TRAP],
  ["in a quote", "> nothing to do\n\nis what the old version said.", {}, TRAP],
  ["in a table", "| nothing to do | no work |\n|---|---|\n| a | nothing to do |", {}, TRAP],
  ["an item of the plan", "- [x] show: nothing to do\n- [ ] nothing to do page", {}, TRAP],
  ["an idiom", "The failure has nothing to do with my change.", {}, TRAP],
  ["a condition", "If there is nothing to do, the worker sleeps for a second.", {}, TRAP],
  ["a wish", "I go on until there is nothing left to do.", {}, TRAP],
  ["a question", "Is there really nothing left to do? I look once more.", {}, TRAP],
  ["a tool's idleness", "Prettier found nothing to do.", {}, TRAP],
  ["a label of a part", "Lint: nothing to do\nTests: 3 fixed", {}, TRAP],
  ["one part, named first", "For lint there is nothing to do.", {}, TRAP],
  ["with an exception", "There is nothing left to do but run the tests, which I do now.", {}, TRAP],
  ["one part that needs nothing", "README is already up to date, nothing to do.", {}, TRAP],
  ["going on", "There was nothing left to do in the plan, so I added tests for the parser.", {}, TRAP],
  ["a monitoring dashboard", "Monitoring dashboards", {}, TRAP],
  ["a worker that waits", "The worker is waiting for the lock; I gave it a timeout.", {}, TRAP],
  ["waiting, then work", "Waiting for the build.\n\nMeanwhile I wrote the tests.", {}, TRAP],
  ["waiting, after work", "The parser is fixed and tested.\n\nWaiting.", {}, TRAP],
  ["the end of one step", "Step 3 is done, there is nothing left to do.", {}, TRAP],
  ["a longer word", "No work availableness was measured.", {}, TRAP],
  ["none of something", "Work item: None of the tests fail any more, next is the parser.", {}, TRAP],
  ["a comment in code", "<!-- nothing to do -->\nThe parser is done, the lexer is next.", {}, TRAP],
  ["another language", "Es gibt nichts zu tun, 何もすることがない", {}, TRAP],
];

/** The corpus. */
export const MESSAGES: readonly MessageRow[] = [...TAGS, ...IDLE];
