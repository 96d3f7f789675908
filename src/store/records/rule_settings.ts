/** The settings that rules read, as the journal keeps them. */
import { type RuleSettings, SETTING_SPECS } from "../settings/settings.ts";
import { nullable, number, object, otherwise, type Shape, truth } from "./shape.ts";

/**
 * The shape of the settings that rules read. A setting that an earlier version did not write has its
 * default.
 */
export const RuleSettingsSchema = object(() =>
  Object.fromEntries(
    SETTING_SPECS.filter(({ isRule }) => isRule).map(
      ({ key, type, isNullable, default: value }) => {
        const shape: Shape<unknown> = type.kind === "boolean" ? truth : number;
        return [key, otherwise(isNullable ? nullable(shape) : shape, value)];
      },
    ),
  )
) as Shape<RuleSettings>;
