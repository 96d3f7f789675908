/**
 * The schemas of `@std/yaml` by name.
 *
 * @module
 */
import {
  binaryTag,
  CORE_SCHEMA,
  FAILSAFE_SCHEMA,
  JSON_SCHEMA,
  mergeTag,
  Schema,
  timestampTag,
} from "js-yaml";

/** Names of schemas; `default` adds dates, merge keys and binary data to `core`. */
export type SchemaType = "failsafe" | "json" | "core" | "default";

/** The schema behind each name. */
export const SCHEMAS: Readonly<Record<SchemaType, Schema>> = {
  failsafe: FAILSAFE_SCHEMA,
  json: JSON_SCHEMA,
  core: CORE_SCHEMA,
  default: new Schema([...CORE_SCHEMA.tags, timestampTag, mergeTag, binaryTag]),
};
