import type { Exchanges } from '../../database/round-trips.ts';
import { readProcessorTime } from '../processor-time.ts';
import type { Stage } from '../stage.ts';
import type { Reading } from './costs.ts';

/** Reads the counters of one side: of the process that serves, and of the server. */
export interface Meter {
  read(): Promise<Reading>;
  /** Fsyncs of the log by the open connections to the database, as far as they have reported them. */
  readFsyncs(): Promise<number>;
}

export interface Metered {
  readonly pid: number;
  readExchanges(): Promise<Exchanges>;
}

/** For a program that keeps its connections to the database. */
export function createMeter(stage: Stage, program: Metered, databaseUrl: string, side: 'service' | 'baseline'): Meter {
  const database = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  return {
    read: () => takeReading(stage, program, 0),
    readFsyncs: () => stage.readConnectionFsyncs(database, side),
  };
}

/** For work that opens its connections and closes them at its end: what they did is known by then. */
export function createClosedMeter(stage: Stage, program: Metered): Meter {
  return {
    read: async () => takeReading(stage, program, await stage.readServerFsyncs()),
    readFsyncs: () => Promise.resolve(0),
  };
}

async function takeReading(stage: Stage, program: Metered, fsyncs: number): Promise<Reading> {
  const isLinux = process.platform === 'linux';
  const [serviceMs, serverMs, exchanges, walBytes] = await Promise.all([
    isLinux ? readProcessorTime(program.pid) : null,
    isLinux ? stage.serverTime() : null,
    program.readExchanges(),
    stage.readWalBytes(),
  ]);
  return { serviceMs, serverMs, ...exchanges, walBytes, fsyncs };
}
