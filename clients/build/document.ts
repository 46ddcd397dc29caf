import { buildOpenApiDocument } from '../../api/documentation/openapi.ts';
import { routes } from '../../api/routes.ts';

/** The parts of the OpenAPI document that the packages are generated from. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
type Reference<T> = T | { readonly $ref: string };

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Reference<Parameter>[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** A route with its references followed. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Whether a repeated request is recognised. */
  readonly hasMutationId: boolean;
  readonly isBodyRequired: boolean;
  readonly body: Schema | null;
  readonly form: Schema | null;
  /** JSON of the successful responses; null: there is none. */
  readonly replies: readonly (Schema | null)[];
  readonly fileTypes: readonly string[];
}

export const readDocument = (): ApiDocument =>
  // The shape that the service publishes; `test/docs` validates it.
  buildOpenApiDocument(routes, 'https://books.example.com') as unknown as ApiDocument;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const JSON_TYPE = 'application/json';

export function listOperations({ paths, components }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => readOperation(path, method, operation, components.parameters)),
  );
}

function readOperation(
  path: string,
  method: string,
  operation: DocumentedOperation,
  known: ApiDocument['components']['parameters'],
): Operation {
  const parameters = (operation.parameters ?? []).map((one) => ('$ref' in one ? known[getLastPart(one.$ref)]! : one));
  const content = operation.requestBody?.content ?? {};
  const successful = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const contents = successful.map(([, { content: found }]) => found ?? {});
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    parameters,
    hasMutationId: parameters.some(({ name }) => name === 'X-Client-Mutation-Id'),
    isBodyRequired: operation.requestBody?.required === true,
    body: content[JSON_TYPE]?.schema ?? null,
    form: content['multipart/form-data']?.schema ?? null,
    replies: contents.map((found) => found[JSON_TYPE]?.schema ?? null),
    fileTypes: [...new Set(contents.flatMap((found) => Object.keys(found)))].filter((type) => type !== JSON_TYPE),
  };
}

export const getLastPart = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
