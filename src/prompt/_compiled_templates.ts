/**
 * Run from source, templates are compiled when they are rendered; the build puts their compiled
 * form here (`scripts/_templates.ts`).
 *
 * @module
 */
import type { CompiledTemplate } from "./small_engine.ts";

/** The templates' compiled form by file name; null where there is none. */
export const COMPILED_TEMPLATES: Readonly<Record<string, CompiledTemplate>> | null = null;
