import { startTestServer } from '../support/postgres-server.ts';
import { startServer, type SimulationServer } from './server.ts';

/** One server for each episode that runs at a time. */
export interface SimulationServers {
  readonly ofEpisodes: readonly SimulationServer[];
  stop(): Promise<void>;
}

/**
 * Nothing else runs on the server of an episode: what the transactions of others have in view decides when a server
 * reuses the room of old rows, and with it the order of rows that a statement does not sort. Checks of one episode run
 * beside the next one of another server, and make their databases on a server of their own.
 */
export async function startServers(count: number): Promise<SimulationServers> {
  const started: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(started.map((server) => server.stop())));
  try {
    const ofEpisodes: SimulationServer[] = [];
    while (ofEpisodes.length < count) {
      const server = await startServer();
      started.push(server);
      ofEpisodes.push(server);
    }
    const [only] = ofEpisodes;
    const ofChecks = count === 1 ? only! : await startTestServer();
    if (ofChecks !== only) started.push(ofChecks);
    process.env['TEST_DATABASE_URL'] = ofChecks.url;
    return { ofEpisodes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
