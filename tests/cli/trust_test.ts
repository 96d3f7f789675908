import { assertEquals, assertStringIncludes } from "@std/assert";
import { environmentOf } from "../../src/store/environment.ts";
import { placesOf } from "../../src/store/places.ts";
import { addTrust, listTrusted, type TrustEntry } from "../../src/store/trust.ts";
import { TestCli } from "./_cli.ts";

function prepare(cli: TestCli) {
  const places = placesOf(environmentOf((name) => name === "HOME" ? cli.home : undefined, "/"));
  const entryOf = (digit: string, project: string): TrustEntry => ({
    hash: digit.repeat(64),
    kind: "verify",
    what: "npm test\u001b[31m",
    project,
    at: Date.parse("2026-01-02T03:04:05Z"),
  });
  addTrust(places, [entryOf("a", cli.project), entryOf("b", cli.project), entryOf("c", "/other")]);
  return { left: () => listTrusted(places).map(({ hash }) => hash.slice(0, 1)).join("") };
}

Deno.test("trust list: shows what this project trusts, all with --all, without control characters", async () => {
  using cli = new TestCli();
  prepare(cli);
  const { stdout } = await cli.run(["trust"]);
  assertEquals(stdout.trim().split("\n").map((line) => line.slice(0, 12)), [
    "aaaaaaaaaaaa",
    "bbbbbbbbbbbb",
  ]);
  assertEquals(stdout.includes("\u001b"), false);
  assertStringIncludes((await cli.run(["trust", "list", "--all"])).stdout, "/other");
  const { stdout: json } = await cli.run(["trust", "list", "--json"]);
  assertEquals(JSON.parse(json).consents.length, 2);
});

Deno.test("trust revoke: by hash, by project, or all", async () => {
  using cli = new TestCli();
  const { left } = prepare(cli);
  assertStringIncludes((await cli.run(["trust", "revoke", "AAAAAA"])).stdout, "Revoked aaaa");
  assertEquals(left(), "bc");
  const { stdout } = await cli.run(["trust", "revoke", "--project", "--json"]);
  assertEquals(JSON.parse(stdout).revoked.length, 1);
  assertEquals(left(), "c");
  await cli.run(["trust", "revoke", "--all"]);
  assertEquals(left(), "");
});

Deno.test("trust revoke: a hash that matches nothing revokes nothing", async () => {
  using cli = new TestCli();
  const { left } = prepare(cli);
  for (const argv of [[], ["dddd"], ["aaaa", "dddd"], ["a"], ["xyzw"]]) {
    assertEquals((await cli.run(["trust", "revoke", ...argv])).code, 2, argv.join(" "));
  }
  assertEquals(left(), "abc");
});

Deno.test("trust: the list shows the machine's own time", async () => {
  using cli = new TestCli();
  await cli.run(["config", "set", "notify", "true"]);
  const at = new Date("2026-01-02T03:04:05.678Z");
  const two = (value: number) => String(value).padStart(2, "0");
  const time = `2026-01-0${at.getDate()} ${two(at.getHours())}:${two(at.getMinutes())}  `;
  assertStringIncludes((await cli.run(["trust"])).stdout, time);
});
