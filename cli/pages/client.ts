import { writeFile } from 'node:fs/promises';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { buildFileHeader, extractTypedPart } from '../../api/documentation/client-types.ts';
import { buildOpenApiDocument } from '../../api/documentation/openapi.ts';
import { routes } from '../../api/routes.ts';

/** Writes the types of the API for TypeScript clients. */
export async function writeClientTypes(): Promise<void> {
  await writeFile(
    new URL('../../clients/typescript/schema.d.ts', import.meta.url),
    await generateClientTypes(buildOpenApiDocument(routes, 'https://books.example.com')),
  );
}

/** Takes seconds. */
export async function generateClientTypes(document: object): Promise<string> {
  // Fields with a default may be omitted from a request.
  const types = astToString(await openapiTypes(extractTypedPart(document) as OpenAPI3, { defaultNonNullable: false }));
  return buildFileHeader(document, types) + types;
}
