import type { z } from 'zod';

/** What a value looks like whose schema reads it by itself, and so does not tell. */
const shapes = new WeakMap<z.core.$ZodType, z.ZodType>();

export function declareShape<T extends z.ZodType>(schema: T, shape: z.ZodType): T {
  shapes.set(schema, shape);
  return schema;
}

export const declaredShape = (schema: z.core.$ZodType): z.ZodType | undefined => shapes.get(schema);
