/**
 * The shell-grammar parser itself: import it lazily. A module of its own, so that the build leaves
 * out what else the library has.
 *
 * @module
 */
import { parse } from "unbash";

/** Parses any text as a bash script. */
export const parseWhole = parse;
