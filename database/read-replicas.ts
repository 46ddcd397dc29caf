import type pg from 'pg';
import { watchReplica, type ReplicaWatch, type TableStanding } from './replica-watch.ts';

/**
 * Streaming replicas that serve reads. A replica is in use while it answers, is a replica, has the tables of the primary
 * and is not further behind than allowed. Their positions are read a few times a second, never per request: what a
 * replica is known to show is therefore at most what it shows.
 */
export interface ReadReplicas {
  /**
   * A replica whose tables have passed this position; null if the primary must be read. A reader is given the same
   * replica as long as possible, so that what it has seen does not disappear.
   */
  choose(reader: number, position: number, needs?: { readonly rights: boolean }): ReadReplica | null;
  /** Access rights have changed: where they are read from tables, a replica must show the change first. */
  noteRightsChanged(): void;
  listStates(): readonly ReplicaState[];
  close(): Promise<void>;
}

export interface ReadReplica {
  readonly name: string;
  readonly pool: pg.Pool;
  readonly bulkPool: pg.Pool;
  /** Position that its tables are known to have passed. */
  readonly position: number;
}

export interface ReplicaState {
  /** Host, port and database. */
  readonly name: string;
  readonly isInUse: boolean;
  /** For how long the primary has shown more; null if it is not known. */
  readonly lagSeconds: number | null;
}

export interface ReplicaPools {
  readonly pool: pg.Pool;
  readonly bulkPool: pg.Pool;
}

export interface ReplicaOptions {
  readonly urls: readonly string[];
  readonly maxLagSeconds: number;
  /** Where the tables of a server stand; null if it has none that this version can read. */
  readonly readPositions: (connection: Pick<pg.Pool, 'query'>) => Promise<TableStanding | null>;
  readonly primary: pg.Pool;
  /** Pools for requests; `pulse` refuses all requests while the replica does not answer. */
  readonly openPools: (url: string, pulse: ReplicaWatch['pulse']) => ReplicaPools;
  readonly logger: { warn(facts: object, message: string): void; info(facts: object, message: string): void };
}

const LOOK_MS = 200;
/** A replica that is ahead of the primary for longer follows another primary. */
const LONGEST_AHEAD_MS = 600;
const MOST_SAMPLES = 1_000;

interface Sample extends TableStanding {
  readonly at: number;
}

interface Member {
  readonly name: string;
  readonly watch: ReplicaWatch;
  readonly getPools: () => ReplicaPools;
  aheadSince: number | null;
  wasInUse: boolean;
}

/** Where the primary stood when. */
interface Course {
  readonly getLast: () => Sample | undefined;
  readonly add: (standing: TableStanding) => void;
  /** Milliseconds since the primary was first seen ahead of the position; 0 if it is not. */
  readonly measureLag: (position: number, now: number) => number;
}

function createCourse(): Course {
  /** Only changes, oldest first. */
  const samples: Sample[] = [];
  return {
    getLast: () => samples.at(-1),
    add(standing) {
      const last = samples.at(-1);
      // Tables that were built again, or a new primary, begin a new account.
      if (last && (last.generation !== standing.generation || last.position > standing.position)) samples.length = 0;
      if (last?.position !== standing.position || samples.length === 0)
        samples.push({ ...standing, at: performance.now() });
      if (samples.length > MOST_SAMPLES) samples.splice(1, samples.length - MOST_SAMPLES);
    },
    measureLag(position, now) {
      const first = samples.find((sample) => sample.position > position);
      return first ? now - first.at : 0;
    },
  };
}

export function openReadReplicas(options: ReplicaOptions): ReadReplicas {
  const { urls, maxLagSeconds, readPositions, primary, logger } = options;
  const course = createCourse();
  /** Position that shows all known changes of rights; unknown until the primary was asked after the last of them. */
  let rightsAt = -Infinity;
  let rightsChanges = 0;
  const opened: ReplicaPools[] = [];
  const members = urls.map((url): Member => {
    const watch = watchReplica(url, readPositions, LOOK_MS);
    let pools: ReplicaPools | null = null;
    const open = (): ReplicaPools => {
      const made = options.openPools(url, watch.pulse);
      opened.push(made);
      return made;
    };
    return { name: nameServer(url), watch, getPools: () => (pools ??= open()), aheadSince: null, wasInUse: false };
  });

  const findTrouble = ({ watch, aheadSince }: Member, now: number): string | null => {
    const seen = watch.getSeen();
    if (seen === null) return 'it does not answer';
    if (!seen.isReplica) return 'it is not a replica';
    if (seen.standing === null) return 'it has no tables of this version';
    const last = course.getLast();
    if (last === undefined) return 'the primary has not answered yet';
    if (last.generation !== seen.standing.generation) return 'its tables are not those of the primary';
    if (aheadSince !== null && now - aheadSince > LONGEST_AHEAD_MS) return 'it follows another primary';
    return course.measureLag(seen.standing.position, now) > maxLagSeconds * 1_000 ? 'it is behind' : null;
  };
  const lookAtPrimary = async (): Promise<void> => {
    const changes = rightsChanges;
    const standing = await readPositions(primary).catch(() => null);
    if (standing === null) return;
    if (changes === rightsChanges && rightsAt === Infinity) rightsAt = standing.position;
    course.add(standing);
    for (const member of members) noteAhead(member, standing.position);
  };
  const noteAhead = (member: Member, position: number): void => {
    const shown = member.watch.getSeen()?.standing?.position ?? -Infinity;
    member.aheadSince = shown > position ? (member.aheadSince ?? performance.now()) : null;
  };
  const reportChanges = (): void => {
    const now = performance.now();
    for (const member of members) {
      const reason = findTrouble(member, now);
      if ((reason === null) === member.wasInUse) continue;
      member.wasInUse = reason === null;
      if (reason === null) logger.info({ replica: member.name }, 'a read replica is in use');
      else logger.warn({ replica: member.name, reason }, 'a read replica is no longer in use');
    }
  };
  let isLooking = false;
  const timer = setInterval(() => {
    reportChanges();
    if (isLooking) return;
    isLooking = true;
    void lookAtPrimary().finally(() => (isLooking = false));
  }, LOOK_MS);
  timer.unref();

  return {
    choose(reader, position, needs) {
      if (members.length === 0) return null;
      const least = needs?.rights ? Math.max(position, rightsAt) : position;
      const now = performance.now();
      const start = Math.abs(reader) % members.length;
      for (let index = 0; index < members.length; index += 1) {
        const member = members[(start + index) % members.length]!;
        const shown = member.watch.getSeen()?.standing?.position ?? -Infinity;
        if (shown < least || findTrouble(member, now) !== null) continue;
        return { name: member.name, ...member.getPools(), position: shown };
      }
      return null;
    },
    noteRightsChanged() {
      rightsChanges += 1;
      rightsAt = Infinity;
    },
    listStates() {
      const now = performance.now();
      return members.map((member) => {
        const standing = member.watch.getSeen()?.standing ?? null;
        return {
          name: member.name,
          isInUse: findTrouble(member, now) === null,
          lagSeconds: standing === null ? null : course.measureLag(standing.position, now) / 1_000,
        };
      });
    },
    async close() {
      clearInterval(timer);
      await Promise.all(members.map(({ watch }) => watch.close()));
      await Promise.all(opened.flatMap(({ pool, bulkPool }) => [pool.end(), bulkPool.end()]));
    },
  };
}

function nameServer(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
