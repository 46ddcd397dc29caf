import type { z } from 'zod';

/** Declared shapes of values whose schema parses them with custom code and so reveals no shape. */
const shapes = new WeakMap<z.core.$ZodType, z.ZodType>();

export function declareShape<T extends z.ZodType>(schema: T, shape: z.ZodType): T {
  shapes.set(schema, shape);
  return schema;
}

export const findDeclaredShape = (schema: z.core.$ZodType): z.ZodType | undefined => shapes.get(schema);
