/**
 * A server on loopback that is what a release is downloaded from: a folder of files, npm's registry
 * and PyPI's index.
 *
 * @module
 */
import { unpackTar } from "modern-tar";
import { gunzipSync } from "node:zlib";
import { PACKAGE_NAME } from "./channels/systems.ts";

/** A server, and where it is. */
export interface ReleaseServer extends AsyncDisposable {
  readonly address: string;
}

/**
 * Serves a release; files may be written after it began.
 *
 * @param folder Where the files are; a URL that ends with a slash.
 * @param see Gets the path of each request.
 */
export function serveRelease(folder: URL, see: (path: string) => void = () => {}): ReleaseServer {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async ({ url }) => {
      const { pathname, origin } = new URL(url);
      see(pathname);
      try {
        return await answer(pathname.slice(1), folder, origin);
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
        return new Response("not here", { status: 404 });
      }
    },
  );
  return {
    address: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

async function answer(path: string, folder: URL, address: string): Promise<Response> {
  if (path === `simple/${PACKAGE_NAME}/`) return answerPython(folder);
  const file = findPackage(path, folder);
  if (file !== null) return await answerNode(file, folder, address);
  return new Response(await Deno.readFile(new URL(`./${path}`, folder)));
}

/** Makes the page of the one project. */
function answerPython(folder: URL): Response {
  const links = [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => name.endsWith(".whl")).map((name) => `<a href="/${name}">${name}</a>`);
  return new Response(links.join("\n"), { headers: { "content-type": "text/html" } });
}

/** Finds the file of a package for npm by its name alone. */
function findPackage(name: string, folder: URL): string | null {
  const files = [...Deno.readDirSync(folder)].map((entry) => entry.name);
  return files.find((file) => /^(.*)-\d[\d.]*\.tgz$/.exec(file)?.[1] === name) ?? null;
}

/** Makes the document of a package, as npm's registry does from the package's manifest. */
async function answerNode(file: string, folder: URL, address: string): Promise<Response> {
  const packed = await Deno.readFile(new URL(file, folder));
  const entries = await unpackTar(new Uint8Array(gunzipSync(packed)));
  const manifest = entries.find(({ header }) => header.name === "package/package.json");
  const described = JSON.parse(new TextDecoder().decode(manifest!.data));
  const { name, version } = described;
  return Response.json({
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { ...described, dist: { tarball: `${address}/${file}` } } },
  });
}
