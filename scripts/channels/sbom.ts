/**
 * The bill of materials of a program: what is in it that others wrote, in CycloneDX's form.
 *
 * @module
 */
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";

/** The parts of `deno.lock` that are read. */
export interface Lock {
  readonly npm: Readonly<Record<string, LockedPackage>>;
}

/** A package in `deno.lock`, under `NAME@VERSION`. */
interface LockedPackage {
  readonly integrity: string;
  readonly dependencies?: readonly string[];
}

/** A program, and what it was built of. */
export interface BuiltProgram {
  readonly version: string;
  readonly target: string;
  /** SHA-256 of the program as 64 hex digits. */
  readonly sha256: string;
  readonly denoVersion: string;
  /** The commit of Deno's standard library whose modules are in it. */
  readonly stdCommit: string;
  readonly timeMs: number;
  /** The packages that the program's modules import, as `NAME@VERSION`. */
  readonly imports: readonly string[];
  readonly lock: Lock;
  /** Names a package's licence. */
  readonly licenceOf: (id: string) => string;
}

/** Names the packages that a program's modules import, from what `deno info --json` prints. */
export function readImports(info: { readonly modules: readonly { specifier: string }[] }) {
  const names = info.modules.flatMap(({ specifier }) =>
    specifier.match(/^npm:\/((?:@[^/]+\/)?[^/@]+@[^/_]+)/)?.[1] ?? []
  );
  return [...new Set(names)].sort();
}

/** Writes the bill of materials as JSON. */
export function writeSbom(program: BuiltProgram): string {
  const { version, target, sha256, denoVersion, stdCommit, timeMs, imports, lock, licenceOf } =
    program;
  const bom = new Models.Bom();
  bom.metadata.timestamp = new Date(timeMs);
  const main = new Models.Component(Enums.ComponentType.Application, "ralph", {
    version,
    bomRef: "ralph",
    description: target,
    hashes: new Models.HashDictionary([[Enums.HashAlgorithm["SHA-256"], sha256]]),
    licenses: new Models.LicenseRepository([new Models.SpdxLicense("MIT")]),
  });
  bom.metadata.component = main;
  const deno = new Models.Component(Enums.ComponentType.Platform, "deno", {
    version: denoVersion,
    bomRef: "deno",
    description:
      "The base runtime, with V8 and the crates that it is built of, which are not listed here",
    licenses: new Models.LicenseRepository([new Models.SpdxLicense("MIT")]),
    purl: `pkg:github/denoland/deno@v${denoVersion}`,
  });
  const std = new Models.Component(Enums.ComponentType.Library, "std", {
    group: "denoland",
    version: stdCommit,
    bomRef: "std",
    licenses: new Models.LicenseRepository([new Models.SpdxLicense("MIT")]),
    purl: `pkg:github/denoland/std@${stdCommit}`,
  });
  for (const part of [deno, std]) {
    bom.components.add(part);
    main.dependencies.add(part.bomRef);
  }
  const packages = collectPackages(lock, imports);
  const components = new Map<string, Models.Component>();
  for (const [id, { integrity }] of packages) {
    components.set(id, describePackage(id, integrity, licenceOf(id)));
  }
  for (const [id, { needs }] of packages) {
    const component = components.get(id)!;
    for (const needed of needs) component.dependencies.add(components.get(needed)!.bomRef);
    bom.components.add(component);
  }
  for (const id of imports) main.dependencies.add(components.get(id)!.bomRef);
  const serializer = new Serialize.JsonSerializer(
    new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
  );
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** A package in a program. */
interface EmbeddedPackage {
  readonly integrity: string;
  /** The packages that it depends on, as `NAME@VERSION`. */
  readonly needs: readonly string[];
}

/**
 * Collects the packages in a program, by `NAME@VERSION`.
 *
 * @param imports The packages that its modules import.
 */
export function collectPackages(
  lock: Lock,
  imports: readonly string[],
): ReadonlyMap<string, EmbeddedPackage> {
  const packages = new Map<string, EmbeddedPackage>();
  const add = (key: string): void => {
    const [id = key] = key.split("_");
    if (packages.has(id)) return;
    const { integrity, dependencies = [] } = findLocked(lock, key);
    const keys = dependencies.map((name) => resolveName(lock, name));
    packages.set(id, { integrity, needs: keys.map((each) => each.split("_")[0]!) });
    keys.forEach(add);
  };
  imports.forEach(add);
  return packages;
}

function findLocked({ npm }: Lock, id: string): LockedPackage {
  const locked = npm[id] ?? Object.entries(npm).find(([key]) => key.startsWith(`${id}_`))?.[1];
  if (locked === undefined) throw new Error(`deno.lock has no ${id}`);
  return locked;
}

/** Finds the version of a dependency, which the lock contains only if there are several. */
function resolveName({ npm }: Lock, name: string): string {
  if (name.lastIndexOf("@") > 0) return name;
  const id = Object.keys(npm).find((key) => key.startsWith(`${name}@`));
  if (id === undefined) throw new Error(`deno.lock has no ${name}`);
  return id;
}

function describePackage(id: string, integrity: string, licence: string): Models.Component {
  const at = id.lastIndexOf("@");
  const [group, name] = id.startsWith("@")
    ? id.slice(0, at).split("/") as [string, string]
    : [undefined, id.slice(0, at)];
  const version = id.slice(at + 1);
  const [algorithm = "", sum = ""] = integrity.split(/-(.*)/s);
  if (algorithm !== "sha512") throw new Error(`The sum of ${id} is not of SHA-512`);
  const path = group === undefined ? name : `${encodeURIComponent(group)}/${name}`;
  return new Models.Component(Enums.ComponentType.Library, name, {
    ...group !== undefined && { group },
    version,
    bomRef: id,
    licenses: new Models.LicenseRepository([new Models.SpdxLicense(licence)]),
    purl: `pkg:npm/${path}@${version}`,
    hashes: new Models.HashDictionary([
      [Enums.HashAlgorithm["SHA-512"], Uint8Array.fromBase64(sum).toHex()],
    ]),
  });
}
