/**
 * What the `file:` URL functions of both families share.
 *
 * @module
 */

/**
 * Reads a text or URL as a `file:` URL.
 *
 * @throws {TypeError} If it has another scheme.
 */
export function parseFileUrl(url: string | URL): URL {
  const parsed = new URL(url);
  if (parsed.protocol === "file:") return parsed;
  throw new TypeError(`URL must be a file URL: received "${parsed.protocol}"`);
}

/** Decodes the percent signs of a URL's path; one that encodes nothing stays as it is. */
export function decodePathname(pathname: string): string {
  return decodeURIComponent(pathname.replace(/%(?![0-9A-Fa-f]{2})/g, "%25"));
}

/** Encodes what a URL's path setter would drop or read as something else. */
export function encodePathname(path: string): string {
  return path.replace(/[%\t\n\v\f\r ]/g, (sign) => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  });
}
