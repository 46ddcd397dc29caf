/** The server in a separate process, for measurements: `node --import tsx test/support/eventstoredb-server/process.ts`. */
import { WITHOUT_PAUSES } from './pace.ts';
import { startEventStoreDbServer } from './server.ts';

const server = await startEventStoreDbServer({ pace: WITHOUT_PAUSES, port: Number(process.env['PORT'] ?? 0) });
process.stdout.write(`${server.url}\n`);
