import { setTimeout as pause } from 'node:timers/promises';
import type { startInstance as StartInstance } from './instance.ts';
import type { World } from './world/install.ts';
import type { Machine } from './world/scheduler.ts';

/** The processes of the service in a simulation. */
export interface Cluster {
  readonly members: readonly Member[];
  start(member: Member): Promise<void>;
  kill(member: Member): Promise<void>;
  /** Unknown errors that the processes logged. */
  readonly errors: readonly string[];
  /** How often a process was started. */
  readonly starts: number;
}

export interface Member {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  /** Null while it is down. */
  machine: Machine | null;
}

const FIRST_PORT = 8_081;
const START_AGAIN_MS = 500;

export interface ClusterOptions {
  readonly size: number;
  readonly environment: Readonly<Record<string, string>>;
  /** The program of the service, evaluated anew. */
  readonly loadInstance: () => typeof StartInstance;
}

export function createCluster(world: World, { size, environment, loadInstance }: ClusterOptions): Cluster {
  const { scheduler, network, postgres } = world;
  const errors: string[] = [];
  let starts = 0;
  const members = Array.from({ length: size }, (_, index): Member => {
    const port = FIRST_PORT + index;
    return { name: `process ${index + 1}`, url: `http://127.0.0.1:${port}`, port, machine: null };
  });

  const cluster: Cluster = {
    members,
    errors,
    get starts() {
      return starts;
    },
    async start(member) {
      starts += 1;
      const { current: caller } = scheduler;
      const startInstance = loadInstance();
      const machine = scheduler.createMachine(member.name);
      member.machine = machine;
      await new Promise<void>((done) => {
        // Whoever waits goes on on a machine of their own.
        const resolve = (): void => void scheduler.schedule(0, done, caller);
        const begin = (): void => {
          const own = { ...environment, PORT: String(member.port), BASE_URL: 'http://127.0.0.1:8081' };
          const onLog = (line: string): void => void (isError(line) && errors.push(`${member.name}: ${line}`));
          const onFatal = (): void =>
            void scheduler.schedule(0, () => void restart(member, machine), scheduler.createMachine('supervisor'));
          startInstance(own, onLog, onFatal).then(
            () => resolve(),
            () => {
              // Its supervisor starts it again.
              if (member.machine === machine) onFatal();
              resolve();
            },
          );
        };
        scheduler.schedule(0, begin, machine);
        // A machine that dies while it starts never says so.
        const watch = (): void => void (machine.isDead ? resolve() : scheduler.schedule(1_000, watch, supervisor));
        scheduler.schedule(1_000, watch, supervisor);
      });
    },
    async kill(member) {
      const { machine } = member;
      if (machine === null) return;
      machine.isDead = true;
      member.machine = null;
      await scheduler.track(postgres.disconnect(machine));
      network.disconnect(machine);
      scheduler.forget(machine);
    },
  };
  const supervisor = scheduler.createMachine('supervisor');

  async function restart(member: Member, machine: Machine): Promise<void> {
    if (member.machine !== machine) return;
    await cluster.kill(member);
    await pause(START_AGAIN_MS);
    await cluster.start(member);
  }
  return cluster;
}

/** Requests that failed for a reason that the service does not know. What a fault interrupts is logged too. */
const isError = (line: string): boolean => /"level":(50|60)/.test(line) && line.includes('"msg":"request failed"');
