import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packClients } from './pack.ts';

/** `npm run clients:pack`: writes the packages into `dist/clients`, or `--into` another folder. */
const { values } = parseArgs({ options: { into: { type: 'string' } } });
const into = values.into ?? fileURLToPath(new URL('../../dist/clients', import.meta.url));
for (const name of await packClients(into)) console.log(name);
