import { startTestServer, type TestServer } from './postgres-server.ts';
import { dropRunDatabases } from './run-databases.ts';

let server: TestServer | undefined;

/** Starts the database of the run once, before any worker, unless the environment names one already. */
export async function mochaGlobalSetup(): Promise<void> {
  process.env.TEST_RUN = String(process.pid);
  if (process.env.TEST_DATABASE_URL) return;
  server = await startTestServer();
  process.env.TEST_DATABASE_URL = server.url;
}

export async function mochaGlobalTeardown(): Promise<void> {
  if (server === undefined) {
    if (process.env.TEST_DATABASE_URL) await dropRunDatabases(process.env.TEST_DATABASE_URL);
    return;
  }
  delete process.env.TEST_DATABASE_URL;
  await server.stop();
  server = undefined;
}
