import { z } from 'zod';

export type JsonObject = { [key: string]: unknown };

/** Collects the JSON Schemas of a document: those with an id become shared components, the others stay in place. */
export interface SchemaCollector {
  input(schema: z.ZodType): JsonObject;
  output(schema: z.ZodType): JsonObject;
  readonly components: JsonObject;
}

export function createSchemaCollector(): SchemaCollector {
  const components: JsonObject = {};
  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
    // What clients may send is told apart from what they get: the same record has fewer members on the way in.
    const suffix = io === 'input' ? 'Input' : '';
    const { $schema: _dialect, $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject;
    const rename = (name: string) => `${name}${suffix}`;
    for (const [name, definition] of Object.entries(($defs ?? {}) as JsonObject)) {
      components[rename(name)] = withoutId(refersToComponents(definition, rename) as JsonObject);
    }
    const id = schema.meta()?.id;
    const converted = refersToComponents(json, rename) as JsonObject;
    if (id === undefined || '$ref' in converted) return converted;
    components[rename(id)] = withoutId(converted);
    return { $ref: componentRef(rename(id)) };
  };
  return {
    components,
    input: (schema) => convert(schema, 'input'),
    output: (schema) => convert(schema, 'output'),
  };
}

export const componentRef = (name: string) => `#/components/schemas/${name}`;

/** `id` is how our schemas name themselves; in JSON Schema it means nothing. */
function withoutId({ id: _id, ...json }: JsonObject): JsonObject {
  return json;
}

function refersToComponents(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => refersToComponents(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string'
        ? member.replace(/^#\/\$defs\/(.+)$/, (_, name: string) => componentRef(rename(name)))
        : refersToComponents(member, rename),
    ]),
  );
}
