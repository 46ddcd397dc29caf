import { writeFile } from 'node:fs/promises';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { headOf, typedPart } from '../api/documentation/client-types.ts';
import { openApiDocument } from '../api/documentation/openapi.ts';
import { routes } from '../api/routes.ts';
import { runScript } from './script.ts';

/** Writes the types of the API for clients in TypeScript. */
await runScript(async () => {
  const document = openApiDocument(routes, 'https://books.example.com');
  // What has a default may be left out of a request.
  const types = astToString(await openapiTypes(typedPart(document) as OpenAPI3, { defaultNonNullable: false }));
  await writeFile(
    new URL('../../docs/clients/typescript/schema.d.ts', import.meta.url),
    headOf(document, types) + types,
  );
});
