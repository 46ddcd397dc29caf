import { z } from 'zod';
import { described } from './field-descriptions.ts';

export type JsonObject = { [key: string]: unknown };

/** Collects the JSON Schemas of a document: those with an id become shared components, the others stay in place. */
export interface SchemaCollector {
  input(schema: z.ZodType): JsonObject;
  /** Of a path or a query, whose members have words of their own. */
  parameters(schema: z.ZodType): JsonObject;
  output(schema: z.ZodType): JsonObject;
  /** A body under a name of its own. */
  named(schema: z.ZodType, name: string): JsonObject;
  readonly components: JsonObject;
}

export function createSchemaCollector(): SchemaCollector {
  const components: JsonObject = {};
  /** `own`: what a schema without an id is called by those who look up what its fields mean. */
  const convert = (schema: z.ZodType, io: 'input' | 'output', own = ''): JsonObject => {
    // What clients may send is told apart from what they get: the same record has fewer members on the way in.
    const suffix = io === 'input' ? 'Input' : '';
    const { $schema: _dialect, $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject;
    const rename = (name: string) => `${name}${suffix}`;
    const refersToComponents = (value: unknown, renamed: typeof rename) =>
      referring(io === 'output' ? opened(value) : value, renamed);
    for (const [name, definition] of Object.entries(($defs ?? {}) as JsonObject)) {
      components[rename(name)] = described(withoutId(refersToComponents(definition, rename) as JsonObject), name);
    }
    const id = schema.meta()?.id;
    const converted = refersToComponents(json, rename) as JsonObject;
    if ('$ref' in converted) return converted;
    if (id === undefined) return described(converted, own) as JsonObject;
    components[rename(id)] = described(withoutId(converted), id);
    return { $ref: componentRef(rename(id)) };
  };
  return {
    components,
    input: (schema) => convert(schema, 'input'),
    parameters: (schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
    output: (schema) => convert(schema, 'output'),
    named(schema, name) {
      components[name] ??= convert(schema, 'input', name);
      return { $ref: componentRef(name) };
    },
  };
}

export const componentRef = (name: string) => `#/components/schemas/${name}`;

/** `id` is how our schemas name themselves; in JSON Schema it means nothing. */
function withoutId({ id: _id, ...json }: JsonObject): JsonObject {
  return json;
}

/** Answers may get further members at any time: whoever checks them must not be surprised. */
function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => (key !== 'additionalProperties' || member !== false) && !isUnbounded(key, member))
      .map(([key, member]) => [key, opened(member)]),
  );
}

/** Whole numbers have the bounds of the language, which say nothing about ours. */
const isUnbounded = (key: string, member: unknown): boolean =>
  (key === 'minimum' && member === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && member === Number.MAX_SAFE_INTEGER);

function referring(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => referring(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string'
        ? member.replace(/^#\/\$defs\/(.+)$/, (_, name: string) => componentRef(rename(name)))
        : referring(member, rename),
    ]),
  );
}
