import { z } from 'zod';
import { withDescriptions } from './field-descriptions.ts';

export type JsonObject = { [key: string]: unknown };

/** Collects the JSON Schemas of a document: schemas with an id become shared components, the others stay inline. */
export interface SchemaCollector {
  convertInput(schema: z.ZodType): JsonObject;
  /** For path and query parameters, which have their own descriptions. */
  convertParameters(schema: z.ZodType): JsonObject;
  convertOutput(schema: z.ZodType): JsonObject;
  /** Registers a body as a named component. */
  registerInput(schema: z.ZodType, name: string): JsonObject;
  readonly components: JsonObject;
}

export function createSchemaCollector(): SchemaCollector {
  const components: JsonObject = {};
  /** `own` is the name under which fields of a schema without an id are described. */
  const convert = (schema: z.ZodType, io: 'input' | 'output', own = ''): JsonObject => {
    // Input and output schemas differ: the same record has fewer members as input.
    const suffix = io === 'input' ? 'Input' : '';
    const { $schema: _dialect, $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject;
    const withSuffix = (name: string) => `${name}${suffix}`;
    const withComponentRefs = (value: unknown, renamed: typeof withSuffix) =>
      rewriteRefs(io === 'output' ? allowMoreMembers(value) : value, renamed);
    for (const [name, definition] of Object.entries(($defs ?? {}) as JsonObject)) {
      components[withSuffix(name)] = withDescriptions(
        withoutId(withComponentRefs(definition, withSuffix) as JsonObject),
        name,
      );
    }
    const id = schema.meta()?.id;
    const converted = withComponentRefs(json, withSuffix) as JsonObject;
    if ('$ref' in converted) return converted;
    if (id === undefined) return withDescriptions(converted, own) as JsonObject;
    components[withSuffix(id)] = withDescriptions(withoutId(converted), id);
    return { $ref: getComponentRef(withSuffix(id)) };
  };
  return {
    components,
    convertInput: (schema) => convert(schema, 'input'),
    convertParameters: (schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
    convertOutput: (schema) => convert(schema, 'output'),
    registerInput(schema, name) {
      components[name] ??= convert(schema, 'input', name);
      return { $ref: getComponentRef(name) };
    },
  };
}

export const getComponentRef = (name: string) => `#/components/schemas/${name}`;

/** `id` names our schemas; it has no meaning in JSON Schema. */
function withoutId({ id: _id, ...json }: JsonObject): JsonObject {
  return json;
}

/** Responses may get further members at any time, so schemas must allow them. */
function allowMoreMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(allowMoreMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => (key !== 'additionalProperties' || member !== false) && !isLanguageLimit(key, member))
      .map(([key, member]) => [key, allowMoreMembers(member)]),
  );
}

/** The safe integer limits of JavaScript are not limits of the API. */
const isLanguageLimit = (key: string, member: unknown): boolean =>
  (key === 'minimum' && member === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && member === Number.MAX_SAFE_INTEGER);

function rewriteRefs(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => rewriteRefs(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string'
        ? member.replace(/^#\/\$defs\/(.+)$/, (_, name: string) => getComponentRef(rename(name)))
        : rewriteRefs(member, rename),
    ]),
  );
}
