/** What commands print, as files in `golden/`. */
import { openGolden } from "../_golden.ts";

export const { assertGolden, assertNoneLeft } = openGolden(
  new URL("golden/", import.meta.url),
  ".txt",
  "tests/cli/golden_test.ts",
);
