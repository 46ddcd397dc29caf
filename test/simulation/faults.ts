import type { Cluster, Member } from './cluster.ts';
import type { World } from './world/install.ts';
import type { Random } from './world/random.ts';
import type { Machine } from './world/scheduler.ts';
import { createSystemError } from './world/network.ts';

/** Faults that the seed chooses while commands are sent. */
export interface Faults {
  /** Called when a command begins: some of them bring a fault with them. */
  accompany(command: number): void;
  /** What has happened, by number. */
  readonly told: readonly string[];
  /** Ends all faults: every machine runs and all clocks are right. */
  end(): Promise<void>;
}

/** Share of the commands that bring a fault. */
const RATE = 0.2;
const SOON_MS = 40;
const LONGEST_STORM_MS = 2_000;

/** A window in which requests of a machine to the database fail. */
interface Storm {
  readonly machine: Machine;
  readonly until: number;
  readonly rate: number;
}

type Act = (member: Member, random: Random) => string | Promise<string>;

export function startFaults(world: World, cluster: Cluster, without: readonly number[] | null): Faults {
  const { scheduler, postgres, network, disk } = world;
  const choices = world.createRandom('requests');
  const machine = scheduler.createMachine('faults');
  const told: string[] = [];
  const left = new Set(without ?? []);
  const [storms, loud]: [Storm[], Storm[]] = [[], []];
  const calmDelay = network.chooseDelay;
  let [isEnded, slowUntil, fullUntil] = [false, 0, 0];

  postgres.chooseFault = (of) => {
    const storm = storms.find((one) => one.machine === of && one.until > scheduler.now);
    if (!storm || !choices.isChosen(storm.rate)) return null;
    return choices.isChosen(0.5) ? 'lost' : 'answer-lost';
  };
  postgres.chooseNoticeFate = (of) => {
    const delay = (): number => choices.between(0.05, 2);
    if (!loud.some((one) => one.machine === of && one.until > scheduler.now)) return [delay()];
    const late = (): number => choices.between(1, 1_500);
    return choices.pick([[], [late()], [delay(), late()], [late(), late()]]);
  };
  const pauses = new Map<Machine, { readonly length: number; readonly answers: number }>();
  postgres.onAnswer = (of) => {
    const pause = pauses.get(of);
    if (pause === undefined) return;
    if (pause.answers > 0) return void pauses.set(of, { ...pause, answers: pause.answers - 1 });
    pauses.delete(of);
    of.pausedUntil = scheduler.now + pause.length;
  };
  network.chooseDelay = () => (scheduler.now < slowUntil ? choices.between(0.1, 120) : calmDelay());
  disk.inject = (operation) => {
    if (scheduler.now < fullUntil && /write|open/.test(operation) && choices.isChosen(0.3))
      throw createSystemError(choices.pick(['ENOSPC', 'EIO']), operation);
  };

  const chooseLength = (longest: number, random: Random): number => Math.round(longest ** random.next() * 5);
  const acts: readonly (readonly [weight: number, act: Act])[] = [
    [6, pauseMachine],
    [1, killMachine],
    [6, (member, random) => openWindow(storms, member, random)],
    [4, (member, random) => openWindow(loud, member, random)],
    [2, stepClock],
    [2, slowNetwork],
    [1, stepDatabaseClock],
    [1, fillDisk],
  ];

  /** In the middle of its work: while an answer of the database is on its way. */
  function pauseMachine({ name, machine: paused }: Member, random: Random): string {
    const length = random.isChosen(0.4) ? Math.round(random.between(5_500, 15_000)) : chooseLength(1_000, random);
    const answers = random.below(12);
    if (paused) pauses.set(paused, { length, answers });
    return `${name} stands still for ${length} ms after ${answers} answers`;
  }
  async function killMachine(member: Member, random: Random): Promise<string> {
    const length = chooseLength(500, random);
    await cluster.kill(member);
    scheduler.schedule(length, () => void cluster.start(member), machine);
    return `${member.name} is killed and starts again after ${length} ms`;
  }
  function openWindow(windows: Storm[], { name, machine: of }: Member, random: Random): string {
    const what = windows === storms ? 'requests fail' : 'notifications are late, lost or repeated';
    const [length, rate] = [random.between(20, LONGEST_STORM_MS), random.pick([0.02, 0.1, 0.3, 0.8])];
    if (of) windows.push({ machine: of, until: scheduler.now + length, rate });
    return `${what} for ${name} during ${Math.round(length)} ms (${rate})`;
  }
  function stepClock({ name, machine: of }: Member, random: Random): string {
    const step = Math.round(random.between(-1, 1) * random.pick([500, 20_000, 600_000]));
    if (of) of.clockOffset = step;
    return `the clock of ${name} is off by ${step} ms`;
  }
  function stepDatabaseClock(_member: Member, random: Random): string {
    postgres.clockOffset += Math.round(random.between(0, 1) * random.pick([500, 8_000, 60_000]));
    return `the clock of the database is off by ${postgres.clockOffset} ms`;
  }
  function slowNetwork(_member: Member, random: Random): string {
    const length = random.between(50, LONGEST_STORM_MS);
    slowUntil = scheduler.now + length;
    return `the network is slow for ${Math.round(length)} ms`;
  }
  function fillDisk(_member: Member, random: Random): string {
    const length = random.between(20, LONGEST_STORM_MS);
    fullUntil = scheduler.now + length;
    return `the disk fails for ${Math.round(length)} ms`;
  }

  function accompany(command: number): void {
    const random = world.createRandom(`fault ${command}`);
    if (without === null || left.has(command) || !random.isChosen(RATE)) return;
    const total = acts.reduce((sum, [weight]) => sum + weight, 0);
    let place = random.next() * total;
    const [, act] = acts.find(([weight]) => (place -= weight) < 0) ?? acts[0]!;
    const member = random.pick(cluster.members);
    const happen = async (): Promise<void> => {
      if (isEnded) return;
      const line = `${command} at ${Math.round(scheduler.now)} ms: ${await act(member, random)}`;
      scheduler.trace?.(`# fault ${line}`);
      told.push(line);
    };
    scheduler.schedule(random.between(0, SOON_MS), happen, machine);
  }

  return {
    told,
    accompany,
    async end() {
      isEnded = true;
      [slowUntil, fullUntil] = [0, 0];
      pauses.clear();
      storms.length = 0;
      loud.length = 0;
      postgres.clockOffset = 0;
      for (const member of cluster.members) {
        if (member.machine) Object.assign(member.machine, { pausedUntil: 0, clockOffset: 0 });
        else await cluster.start(member);
      }
    },
  };
}
