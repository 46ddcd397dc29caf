import type { Route } from '../../../api/http/routing/route.ts';
import type { Client } from '../../support/client.ts';
import { nameOf } from './requests.ts';

/** The OpenAPI document as the service serves it, and what can be read from it. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly {
    readonly $ref?: string;
    readonly name?: string;
    readonly in?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

export interface Field {
  /** Dotted, with 0 for the first of a list. */
  readonly path: string;
  readonly name: string;
  /** Everything that the field can be, references followed. */
  readonly forms: readonly Schema[];
  /** Only taken where the member `kind` next to it, or around it, has this value. */
  readonly kind?: string;
}

export interface Document {
  /** As it was served. */
  readonly served: object;
  readonly operations: ReadonlyMap<string, Operation>;
  operationOf(route: Route): Operation;
  /** Every field of the JSON body or of the form of a route, at any depth. */
  fieldsOf(route: Route): readonly Field[];
}

interface Served {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export async function readDocument(client: Client): Promise<Document> {
  const { body: served } = await client.get<Served>('/openapi.json');
  const operations = new Map(
    Object.entries(served.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [
        nameOf({ method: method as Route['method'], path }),
        operation,
      ]),
    ),
  );

  const target = (reference: string): Schema =>
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], served) as Schema;

  function formsOf(schema: Schema): Schema[] {
    if (schema.$ref !== undefined) return formsOf(target(schema.$ref));
    return [schema, ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((forms) => (forms ?? []).flatMap(formsOf))];
  }

  function fieldsIn(schema: Schema, prefix: string, around: Pick<Field, 'kind'> = {}): Field[] {
    return formsOf(schema).flatMap(({ properties = {}, items }) => {
      const kind = { ...around, ...kindOf(properties.kind) };
      return [
        ...Object.entries(properties).flatMap(([name, own]) => [
          { path: `${prefix}${name}`, name, forms: formsOf(own), ...kind },
          ...fieldsIn(own, `${prefix}${name}.`, kind),
        ]),
        ...(items ? fieldsIn(items, `${prefix}0.`, kind) : []),
      ];
    });
  }

  /** One of several forms of an object says so by the one value that its member `kind` has. */
  function kindOf(schema: Schema | undefined): Pick<Field, 'kind'> {
    const kind = schema && formsOf(schema).find((form) => typeof form.const === 'string')?.const;
    return kind === undefined ? {} : { kind: kind as string };
  }

  const operationOf = (route: Route): Operation => operations.get(nameOf(route))!;
  return {
    served,
    operations,
    operationOf,
    fieldsOf: (route) =>
      Object.values(operationOf(route).requestBody?.content ?? {}).flatMap(({ schema }) => fieldsIn(schema, '')),
  };
}
