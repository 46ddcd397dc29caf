/**
 * Runs the embedded server in a separate process, so that a test can kill that process:
 * `node --import tsx embedded-server-process.ts <dataDir> <mode>` prints one line of JSON once the server is up, and
 * stops it when its standard input ends.
 */
import { startEmbeddedServer } from '../../database/embedded/index.ts';

const [dataDir, mode] = process.argv.slice(2);
if (dataDir === undefined || (mode !== 'own' && mode !== 'join-or-start')) throw new Error('Usage: <dataDir> <mode>');

try {
  const server = await startEmbeddedServer({ dataDir, mode, settings: { fsync: 'off' } });
  console.log(JSON.stringify({ url: server.url, startedHere: server.startedHere }));
  for await (const _ of process.stdin);
  await server.stop();
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
  process.exitCode = 1;
}
