/** The bill of materials against CycloneDX's schema, and against what the binary is made of. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { Ajv } from "ajv";
import { readLicence, writeLicences } from "../../scripts/channels/licences.ts";
import { readImports, writeSbom } from "../../scripts/channels/sbom.ts";
import { readStdCommit } from "../../scripts/_std.ts";

const ROOT = new URL("../../", import.meta.url);
const PROGRAM = {
  version: "1.2.3",
  target: "aarch64-apple-darwin",
  sha256: "a".repeat(64),
  denoVersion: "2.7.14",
  stdCommit: readStdCommit(ROOT),
  timeMs: Date.UTC(2020, 1, 2),
  imports: ["nunjucks@3.2.4"],
  lock: JSON.parse(Deno.readTextFileSync(new URL("deno.lock", ROOT))),
  licenceOf: () => "MIT",
};

/** CycloneDX's own schemas, as its library has them. */
function readSchema(name: string) {
  const library = import.meta.resolve("@cyclonedx/cyclonedx-library");
  const file = new URL(`../res/schema/${name}.SNAPSHOT.schema.json`, library);
  return JSON.parse(Deno.readTextFileSync(file));
}

Deno.test("sbom: it fits the schema of CycloneDX, and one with a typo does not", () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ["spdx", "jsf-0.82"]) {
    ajv.addSchema(readSchema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  const validate = ajv.compile(readSchema("bom-1.6"));
  const text = writeSbom(PROGRAM);
  assertEquals([validate(JSON.parse(text)), validate.errors], [true, null]);
  assertEquals(validate(JSON.parse(text.replace('"bomFormat"', '"bomFormats"'))), false);
});

Deno.test("sbom: it has the packages with what they depend on, and Deno", () => {
  const { components, dependencies } = JSON.parse(writeSbom(PROGRAM));
  assertEquals(components.map(({ purl }: { purl: string }) => purl).toSorted(), [
    "pkg:github/denoland/deno@v2.7.14",
    `pkg:github/denoland/std@${PROGRAM.stdCommit}`,
    "pkg:npm/a-sync-waterfall@1.0.1",
    "pkg:npm/asap@2.0.6",
    "pkg:npm/commander@5.1.0",
    "pkg:npm/nunjucks@3.2.4",
  ]);
  const main = dependencies.find(({ ref }: { ref: string }) => ref === "ralph");
  assertEquals(main.dependsOn, ["deno", "nunjucks@3.2.4", "std"]);
});

Deno.test("sbom: a package that is not in the lock is refused", () => {
  assertThrows(() => writeSbom({ ...PROGRAM, imports: ["unknown@1.0.0"] }), Error, "unknown@1.0.0");
});

Deno.test("sbom: imports are packages of the modules, each once, without the modules of Deno's own", () => {
  const specifiers = [
    "npm:/@b/c@1.1.0",
    "npm:/nunjucks@3.2.4/src/parser.js",
    "npm:/nunjucks@3.2.4",
    "npm:/a@1.0.0_b@2.0.0/x.js",
    "file:///x.ts",
    "node:vm",
  ];
  const modules = specifiers.map((specifier) => ({ specifier }));
  assertEquals(readImports({ modules }), ["@b/c@1.1.0", "a@1.0.0", "nunjucks@3.2.4"]);
});

Deno.test("licences: each package is named, with its own text where it has one", () => {
  const cache = Deno.makeTempDirSync();
  const add = (id: string, files: Record<string, string>) => {
    Deno.mkdirSync(`${cache}/registry/${id}`, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      Deno.writeTextFileSync(`${cache}/registry/${id}/${name}`, text);
    }
  };
  add("@a/b/1.0.0", { "package.json": '{"license":"ISC"}', "LICENSE.md": "May\r\nbe used\n" });
  add("c/2.0.0", { "package.json": '{"license":"MIT"}' });
  const licences = ["@a/b@1.0.0", "c@2.0.0"].map((id) => readLicence(cache, id));
  assertEquals(licences, [
    { id: "@a/b@1.0.0", name: "ISC", text: "May\r\nbe used\n" },
    { id: "c@2.0.0", name: "MIT", text: null },
  ]);
  const written = writeLicences(licences, "2.7.14");
  assert(written.includes("@a/b@1.0.0 (ISC)\n\nMay\nbe used\n"), written);
  assert(written.includes("c@2.0.0 (MIT), without"), written);
  assertThrows(() => readLicence(cache, "d@1.0.0"), Error, "d@1.0.0");
  Deno.removeSync(cache, { recursive: true });
});
