/** Cascade, steps 2 and 3: design specs in progress and accepted ADRs, by their front matter. */
import { join } from "@std/path";
import { findFrontMatter, readFrontMatter } from "../../markdown/front_matter.ts";
import { splitLines } from "../../markdown/line.ts";
import { decodeText, listNames, readStart } from "../files.ts";
import { choose, listMarkdown, sortNewestFirst } from "./candidates.ts";
import type { Discovery, DiscoveryInput } from "./discovery.ts";

/** Front matter is at the top: bytes. */
const HEAD_BYTES = 16_384;
/** Documents that are read, at most: the newest. */
const MAX_DOCUMENTS = 500;

/** Finds `docs/design/{name}/spec.md` with `implementation-status: in_progress`. */
export async function findSpec(input: DiscoveryInput): Promise<Discovery | null> {
  const folder = join(input.project, "docs", "design");
  const paths = listNames(folder, MAX_DOCUMENTS).map((name) => join(folder, name, "spec.md"));
  const specs = sortNewestFirst(paths, input.project);
  const open = await keepWith(specs, "implementation-status", /^in[_ -]progress$/i);
  return choose(open, "itp_spec");
}

/** Finds `docs/adr/*.md` with `status: accepted`. */
export async function findAdr(input: DiscoveryInput): Promise<Discovery | null> {
  const adrs = listMarkdown(join(input.project, "docs", "adr"), input.project);
  return choose(await keepWith(adrs, "status", /^accepted$/i), "itp_adr");
}

async function keepWith(
  paths: readonly string[],
  key: string,
  wanted: RegExp,
): Promise<string[]> {
  const kept: string[] = [];
  for (const path of paths.slice(0, MAX_DOCUMENTS)) {
    const value = (await readAttributes(path))[key];
    if (typeof value === "string" && wanted.test(value.trim())) kept.push(path);
  }
  return kept;
}

async function readAttributes(
  path: string,
): Promise<Readonly<Record<string, unknown>>> {
  const head = readStart(path, HEAD_BYTES);
  const lines = head ? splitLines(decodeText(head).text) : [];
  const place = findFrontMatter(lines);
  return place ? (await readFrontMatter(lines, place)).attributes : {};
}
