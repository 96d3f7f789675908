import { assertStringIncludes, assertThrows } from "@std/assert";
import { type Graph, requireWholeGraph } from "../../scripts/_graph.ts";
import { ScriptError } from "../../scripts/_say.ts";

const WHOLE: Graph = {
  modules: [
    { specifier: import.meta.url, kind: "esm" },
    { specifier: import.meta.url, kind: "external" },
  ],
  npmPackages: {},
};

function refuse(graph: Partial<Graph>, kept: readonly string[] = []): string {
  const check = () => requireWholeGraph({ ...WHOLE, ...graph }, new Set(kept));
  return String(assertThrows(check, ScriptError));
}

Deno.test("graph: a whole program passes", () => {
  requireWholeGraph(WHOLE, new Set());
});

Deno.test("graph: a lazy import or a template that is not there fails the build", () => {
  const gone = new URL("gone.md", import.meta.url).href;
  const said = refuse({
    modules: [
      { specifier: "file:///x/lazy.ts", error: 'Module not found "file:///x/lazy.ts".' },
      { specifier: gone, kind: "external" },
    ],
  });
  assertStringIncludes(said, "lazy.ts");
  assertStringIncludes(said, "gone.md");
});

Deno.test("graph: a package that was not bundled fails the build, unless it has to stay one", () => {
  const npmPackages = { "a@1": { name: "@x/pty" }, "b@1": { name: "@x/pty-linux-x64" } };
  requireWholeGraph({ ...WHOLE, npmPackages }, new Set(["@x/pty"]));
  assertStringIncludes(refuse({ npmPackages }), "@x/pty-linux-x64");
  assertStringIncludes(refuse({ npmPackages }, ["@x/other"]), "@x/pty");
});
