import { z } from 'zod';
import { withDescriptions } from '../documentation/field-descriptions.ts';
import { findParameterDescription } from '../documentation/parameter-descriptions.ts';
import type { Route } from '../http/routing/route.ts';
import { readTools, writeTools, type ToolDeclaration } from './tool.ts';

/** A declared tool with its routes and the JSON Schema of its arguments, which are those of the routes, side by side. */
export interface BoundTool {
  readonly declaration: ToolDeclaration;
  readonly isWrite: boolean;
  /** In the order of the declaration; for a choice, by the value of its argument. */
  readonly routes: ReadonlyMap<string, Route>;
  readonly inputSchema: InputSchema;
}

export interface InputSchema {
  readonly [member: string]: unknown;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required: string[];
}

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

/** Pages are read with `limit` and `cursor`, results are JSON, and their language is that of the caller. */
const REPLACED = new Set(['page', 'per_page', 'limit', 'format', 'dialect', 'lang', 'dry_run']);

export function bindTools(routes: readonly Route[]): ReadonlyMap<string, BoundTool> {
  const bind = (declaration: ToolDeclaration, isWrite: boolean): [string, BoundTool] => {
    const found = findRoutes(declaration, routes);
    const inputSchema = buildInputSchema(declaration, [...found], isWrite);
    return [declaration.name, { declaration, isWrite, routes: found, inputSchema }];
  };
  return new Map([
    ...readTools.map((declaration) => bind(declaration, false)),
    ...writeTools.map((declaration) => bind(declaration, true)),
  ]);
}

export const nameRoute = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

function findRoutes(
  { name, routes: names = [], choice }: ToolDeclaration,
  table: readonly Route[],
): Map<string, Route> {
  if (choice !== undefined) {
    const isBelow = ({ method, path }: Route): boolean =>
      method === 'get' && path.startsWith(`${choice.under}/`) && /^[a-z-]+$/.test(path.slice(choice.under.length + 1));
    return new Map(table.filter(isBelow).map((route) => [route.path.slice(choice.under.length + 1), route]));
  }
  return new Map(
    names.map((wanted) => {
      const route = table.find((one) => nameRoute(one) === wanted);
      if (route === undefined) throw new Error(`The tool ${name} needs ${wanted}, which does not exist`);
      return [wanted, route];
    }),
  );
}

const LIST_ARGUMENTS = {
  limit: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT, description: 'Rows per result.' },
  cursor: { type: 'string', description: '`cursor` of the previous result; absent for the first rows.' },
};

const WRITE_ARGUMENTS = {
  dry_run: {
    type: 'boolean',
    default: true,
    description: 'True: shows what would happen, and changes nothing. False needs `confirm: true`.',
  },
  confirm: { type: 'boolean', description: 'True only after a person has seen the preview and agreed.' },
  mutation_id: {
    type: 'string',
    maxLength: 64,
    description: 'Unique for each intended change: a repeated call with the same id does nothing a second time.',
  },
};

const BASE_VERSION = {
  base_version: { type: 'integer', description: 'Version of the record that was read; a later change is a conflict.' },
};

function buildInputSchema(
  { choice, hidden = [] }: ToolDeclaration,
  routes: readonly (readonly [string, Route])[],
  isWrite: boolean,
): InputSchema {
  const own = routes.map(([, route]) => describeArguments(route, new Set([...REPLACED, ...hidden])));
  const [first] = own;
  const isOneRoute = own.length === 1 && first !== undefined;
  const chosen = choice && { [choice.argument]: { type: 'string', enum: routes.map(([value]) => value) } };
  const definitions = Object.assign({}, ...own.map(({ $defs }) => $defs)) as object;
  const always = first?.required.filter((name) => own.every(({ required }) => required.includes(name))) ?? [];
  return {
    type: 'object',
    properties: Object.assign(
      { ...chosen },
      ...own.map(({ properties }) => properties),
      isWrite ? { ...WRITE_ARGUMENTS, ...(routes[0]![1].method === 'patch' && BASE_VERSION) } : {},
      !isWrite && routes.some(([, route]) => isList(route)) ? LIST_ARGUMENTS : {},
    ) as InputSchema['properties'],
    required: [...Object.keys(chosen ?? {}), ...(isOneRoute ? first.required : always)],
    additionalProperties: false,
    ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
  };
}

/** Reports may have long tables, so they take the arguments of lists too. */
const isList = ({ replies, query, path }: Route): boolean =>
  replies[200] instanceof z.ZodArray || listMembers(query).includes('per_page') || /\/(reports|vat)\//.test(path);

interface Arguments {
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly $defs: object;
}

function describeArguments(route: Route, left: ReadonlySet<string>): Arguments {
  const owners = [...route.path.matchAll(/\{(company|firm)\}/g)].map(([, name]) => name!);
  const owner = { type: 'string', pattern: '^[A-Za-z0-9]{12}$' };
  const parts = [convert(route.params, false), convert(route.query, false), convert(route.body, true)];
  const properties = Object.assign(
    {},
    ...owners.map((name) => ({ [name]: { ...owner, description: findParameterDescription(name) } })),
    ...parts.map((part) => part.properties),
  ) as Record<string, object>;
  const names = Object.keys(properties).filter((name) => !left.has(name));
  return {
    properties: Object.fromEntries(names.map((name) => [name, properties[name]!])),
    required: [...owners, ...parts.flatMap(({ required }) => required)].filter((name) => names.includes(name)),
    $defs: Object.assign({}, ...parts.map(({ $defs }) => $defs)) as object,
  };
}

/** Parameters of many routes, in fewer words than the reference has. */
const SHORT: Readonly<Record<string, string>> = {
  known_at: 'As known at this moment: a timestamp or a date.',
  sort: 'Order; a leading `-` means descending.',
};

interface Converted extends Omit<Arguments, '$defs'> {
  readonly $defs?: object;
}

function convert(schema: z.ZodType | undefined, isBody: boolean): Converted {
  if (schema === undefined) return { properties: {}, required: [] };
  const json = shortenNullable(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const { properties = {}, required = [], $defs = {} } = (isBody ? withDescriptions(json, '') : json) as Converted;
  if (isBody) return { properties, required, $defs: withoutIds($defs) };
  const described = Object.entries(properties).map(([name, property]) => {
    const description = SHORT[name] ?? ('description' in property ? undefined : findParameterDescription(name));
    return [name, description === undefined ? property : { ...property, description }];
  });
  return { properties: Object.fromEntries(described) as Converted['properties'], required, $defs: withoutIds($defs) };
}

/** `{anyOf: [{type: T}, {type: null}]}` as `{type: [T, null]}`: most members may be null, and models read every word. */
function shortenNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortenNullable);
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, ...others } = value as {
    readonly anyOf?: readonly { readonly type?: string; readonly enum?: object }[];
  };
  const [first, second] = anyOf ?? [];
  const isShort = anyOf?.length === 2 && second?.type === 'null' && first?.type !== undefined && !first.enum;
  const short = isShort ? { ...first, type: [first.type, 'null'], ...others } : value;
  return Object.fromEntries(Object.entries(short).map(([name, member]) => [name, shortenNullable(member)]));
}

/** `id` names our schemas; it has no meaning in JSON Schema. */
const withoutIds = (definitions: object): object =>
  Object.fromEntries(
    Object.entries(definitions as Record<string, object>).map(([name, definition]) => {
      const { id: _id, ...rest } = definition as { readonly id?: unknown };
      return [name, rest];
    }),
  );

/** Names of the members of an object schema. */
export const listMembers = (schema: z.ZodType | undefined): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
