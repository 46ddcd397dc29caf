import type { z } from 'zod';
import type { Steps } from '../../domain/steps.ts';
import { createSchemaCollector, type JsonObject, type SchemaCollector } from '../documentation/schemas.ts';
import type { Api } from '../subject.ts';
import type { Route } from '../http/routing/route.ts';

/** The reference as text: one paragraph per route, with the members of its request in a short notation. */

/** Deeper members are left to the OpenAPI document. */
const MAX_DEPTH = 4;
const MAX_CHOICES = 12;

const TOKENS: Readonly<Partial<Record<Route['ability'], string>>> = {
  public: 'no token',
  read: 'token with `read`',
  write: 'token with `write`',
  sync: 'token with `sync`',
  session: 'session token',
  token: 'any token',
  signed: 'signed link',
};

/** Yields after each route, because converting all schemas takes long. */
export function* describeRoutes({ routes, areas }: Pick<Api, 'routes' | 'areas'>): Steps<string> {
  const schemas = createSchemaCollector();
  const parts: string[] = [];
  for (const area of new Set(routes.map((route) => route.area))) {
    parts.push(`## ${area}`, areas[area] ?? '');
    for (const route of routes.filter((one) => one.area === area)) {
      parts.push(describeRoute(route, schemas));
      yield;
    }
  }
  return parts.filter((part) => part !== '').join('\n\n');
}

function describeRoute(route: Route, schemas: SchemaCollector): string {
  const { method, path, summary, ability, role, demo, query, body, upload, errorCodes = [] } = route;
  const needs = [TOKENS[ability] ?? ability, ...(role === 'any' ? [] : [`role ${role}`])];
  const lines = [
    `### ${method.toUpperCase()} ${path}`,
    `${summary}. Needs ${needs.join(', ')}${demo === 'blocked' ? '; closed in the demo' : ''}.`,
    ...(query === undefined ? [] : [`Query: ${describeSchema(query, schemas)}`]),
    ...(body === undefined ? [] : [`Body: ${describeSchema(body, schemas)}`]),
    ...(upload === undefined ? [] : [`Form with files in \`${upload.field}\`.`]),
    ...(errorCodes.length === 0 ? [] : [`Codes: ${errorCodes.join(', ')}`]),
  ];
  return lines.join('\n');
}

function describeSchema(schema: z.ZodType, { convertInput, components }: SchemaCollector): string {
  return formatType(convertInput(schema), components, 0);
}

function formatType(schema: JsonObject, components: JsonObject, depth: number): string {
  const { $ref, anyOf, oneOf, type, properties, items, format } = schema;
  if (typeof $ref === 'string') {
    const shared = components[$ref.slice($ref.lastIndexOf('/') + 1)];
    return shared === undefined ? 'object' : formatType(shared as JsonObject, components, depth);
  }
  const choices = (anyOf ?? oneOf) as readonly JsonObject[] | undefined;
  if (choices) return [...new Set(choices.map((one) => formatType(one, components, depth)))].join(' | ');
  if (Array.isArray(schema['enum'])) return formatChoices(schema['enum']);
  if (properties !== undefined)
    return depth >= MAX_DEPTH
      ? '{…}'
      : formatMembers(schema, properties as Record<string, JsonObject>, components, depth);
  if (type === 'array') return `[${formatType((items ?? {}) as JsonObject, components, depth)}]`;
  return typeof format === 'string' ? format : typeof type === 'string' ? type : 'any';
}

function formatMembers(
  schema: JsonObject,
  members: Readonly<Record<string, JsonObject>>,
  components: JsonObject,
  depth: number,
): string {
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const shown = Object.entries(members).map(
    ([name, member]) => `${name}${required.has(name) ? '' : '?'}: ${formatType(member, components, depth + 1)}`,
  );
  return `{${shown.join(', ')}}`;
}

const formatChoices = (values: readonly unknown[]): string =>
  values.length > MAX_CHOICES
    ? `${values.slice(0, MAX_CHOICES).join('|')}|…`
    : values.map((value) => String(value as string | number)).join('|');
