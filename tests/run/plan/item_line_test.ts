/** The line of a finished item: box and reason are taken, nothing else. */
import { assertEquals } from "@std/assert";
import { readCheck } from "../../../src/plan/items/item_check.ts";
import { finishLine } from "../../../src/run/plan/item_line.ts";

const CLAIMS: readonly (readonly [own: string, claimed: string, written: string])[] = [
  ["- [ ] one", "- [x] one", "- [x] one"],
  ["- [ ] one", "- [X] one (see notes)", "- [X] one (see notes)"],
  ["- [ ] one", "- [SKIP] one: no key", "- [SKIP] one: no key"],
  ["  1. [ ] one", "  1. [-] one - no key", "  1. [-] one - no key"],
  ["[ ] one", "[x] one", "[x] one"],
  ["- [ ] one", "- [x] one | `touch PWN`", "- [x] one"],
  ["- [ ] one", "- [x] one: done | `touch PWN`", "- [x] one: done"],
  ["- [ ] one", "- [x] one |", "- [x] one"],
  ["- [ ] one | `make`", "- [x] one | `make`", "- [x] one | `make`"],
  ["- [ ] one | `make`", "- [x] one | `touch PWN`", "- [x] one | `make`"],
  ["- [ ] one | `make`", "- [x] one | `make` | `touch PWN`", "- [x] one | `make`"],
  ["- [ ] one | `make`", "- [x] one | `make`; touch PWN", "- [x] one; touch PWN | `make`"],
  ["- [ ] one | `make`", "- [SKIP] one: no key | `make`", "- [SKIP] one: no key | `make`"],
  ["- [ ] one | `make`", "- [SKIP] one | `make`: no key", "- [SKIP] one: no key | `make`"],
  ["- [ ] one | `make`", "- [x] one", "- [x] one | `make`"],
  ["- [ ] one", "- [x] two", "- [x] one"],
  ["- [ ] one", "- [x] oneself", "- [x] one"],
  ["- [ ] one", "- [ ] one", "- [x] one"],
  ["- [ ] one", "  - [x] one", "- [x] one"],
  ["- [ ] one", "- [x] one\n- [x] two", "- [x] one"],
  ["- [ ] one", "- [x] one \u001b[2J gone", "- [x] one [2J gone"],
  ["- [ ] one", "", "- [x] one"],
  ["- [in progress] one", "- [x] one", "- [x] one"],
  ["- **[ ]** one", "- **[x]** one", "- **[x]** one"],
];

Deno.test("item line: box and reason are taken, a command and another item's line are not", () => {
  for (const [rawLine, claimed, written] of CLAIMS) {
    assertEquals(finishLine({ rawLine }, claimed), written, claimed);
    const own = readCheck(rawLine).command;
    assertEquals(readCheck(written).command, own, "its command is the plan's own");
  }
});
