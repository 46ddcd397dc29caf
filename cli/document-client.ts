import { writeFile } from 'node:fs/promises';
import { clientTypes } from '../api/documentation/client-types.ts';
import { openApiDocument } from '../api/documentation/openapi.ts';
import { routes } from '../api/routes.ts';
import { runScript } from './script.ts';

/** Writes the types of the API for clients in TypeScript. */
await runScript(async () => {
  const file = new URL('../../docs/clients/typescript/schema.ts', import.meta.url);
  await writeFile(file, clientTypes(openApiDocument(routes, 'https://books.example.com')));
});
