import { assertEquals } from "@std/assert";
import { thinSourceMap } from "../../scripts/_source_map.ts";

function thin(mappings: string, sources = ["../src/a.ts"]): unknown {
  const map = { version: 3, sources, sourcesContent: ["secret"], names: ["x"], mappings };
  return JSON.parse(thinSourceMap(JSON.stringify(map), nameSource));
}

function nameSource(source: string): string | null {
  return source.includes("library") ? null : source.replace("../", "our:");
}

const OF_A = { version: 3, sources: ["our:src/a.ts"], names: [] };

Deno.test("source map: keeps the first position of each line in each generated line", () => {
  // Columns 0 and 4 of line 1, column 5 of line 2; then line 4.
  assertEquals(thin("AAAA,IAAM,CACN;AAEA"), { ...OF_A, mappings: "AAAA,KACA;AAEA" });
});

Deno.test("source map: text without a source has no entry", () =>
  assertEquals(thin("A,CAAAA;;C"), { ...OF_A, mappings: "CAAA;;" }));

Deno.test("source map: a library's text has no entry, and none of ours goes on into it", () => {
  // Columns 0 and 4 in the library, 8 in ours, 12 and 16 in the library, 20 in ours.
  const sources = ["../library/b.js", "../src/a.ts"];
  assertEquals(thin("AAAA,IACA,ICAA,IDCA,IACA,ICEA", sources), {
    ...OF_A,
    mappings: "QACA,I,QAIA",
  });
});
