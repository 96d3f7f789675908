/** Counts how often something waits for the disk, until it is disposed. */
export function countFlushes(): Disposable & { readonly count: number } {
  const { syncDataSync } = Deno.FsFile.prototype;
  let count = 0;
  Deno.FsFile.prototype.syncDataSync = function () {
    count += 1;
    syncDataSync.call(this);
  };
  return {
    get count() {
      return count;
    },
    [Symbol.dispose]: () => {
      Deno.FsFile.prototype.syncDataSync = syncDataSync;
    },
  };
}
