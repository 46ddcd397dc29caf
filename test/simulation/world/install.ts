import { syncBuiltinESMExports } from 'node:module';
import { installChance } from './chance.ts';
import { installClock } from './clock.ts';
import { installDisk, type Disk } from './disk.ts';
import { installNames, type Names } from './names.ts';
import { installNetwork, type Network } from './network.ts';
import { installPostgres, type PostgresLink } from './postgres.ts';
import { createRandom, type Random } from './random.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';

/** Everything that surrounds the service in a simulation. Loaded before all other modules. */
export interface World {
  readonly seed: string;
  readonly scheduler: Scheduler;
  readonly network: Network;
  readonly disk: Disk;
  readonly names: Names;
  readonly postgres: PostgresLink;
  /** For choices of one purpose, which do not depend on those of others. */
  createRandom(purpose: string): Random;
}

const KEY = Symbol.for('grandlivre.simulation');

export const getWorld = (): World => (globalThis as unknown as Record<symbol, World>)[KEY]!;

export async function installWorld(seed: string, databaseUrl: string): Promise<World> {
  const named = (purpose: string): Random => createRandom(`${seed} ${purpose}`);
  const scheduler = createScheduler(named('scheduler'));
  const { port, username, pathname } = new URL(databaseUrl);
  const network = installNetwork(scheduler);
  const options = { port: Number(port), user: username, database: pathname.slice(1) };
  const postgres = await installPostgres(scheduler, network, options);
  const disk = installDisk(scheduler);
  const names = installNames(scheduler);
  installClock(scheduler);
  installChance(named('product'));
  syncBuiltinESMExports();
  const world: World = { seed, scheduler, network, disk, names, postgres, createRandom: named };
  Object.assign(globalThis, { [KEY]: world });
  return world;
}
