import { randomBytes, randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, NO_STREAM as STREAM_MUST_NOT_EXIST } from '@eventstore/db-client';
import { openEventStoreDbLog } from '../../eventlog/eventstoredb/log.ts';
import { NO_STREAM, type EventLog } from '../../eventlog/port.ts';
import { fire, type Throughput } from '../load.ts';
import { ratioResult, type Requirement, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startSignedIn, type CompanyFile, type SignedInService } from '../service.ts';
import type { Stage } from '../stage.ts';
import { newEvent, perSecond, type Writer } from './engine.ts';
import { entryRequests } from './posting.ts';

/** With `EVENTSTORE_URL`: the engine against the bare client, and the service against itself on PostgreSQL. */

const WRITERS = 64;

export async function measureEventStoreDb(stage: Stage): Promise<Result[]> {
  const { EVENTSTORE_URL: url = '' } = process.env;
  if (url === '') {
    stage.note('eventstoredb: EVENTSTORE_URL is not set, nothing is measured');
    return [];
  }
  // What an earlier run has left in the store is none of this one's.
  const prefix = `bench_${randomBytes(6).toString('hex')}`;
  // The service first: a log under a new prefix looks through everything in the store once for where it ends.
  const service = await measureService(stage, url, `${prefix}_service`);
  return [...(await measureAdapter(stage, url, prefix)), ...service];
}

async function measureAdapter(stage: Stage, url: string, prefix: string): Promise<Result[]> {
  const log = openEventStoreDbLog({ url, prefix, timeoutMs: 20_000 });
  const client = EventStoreDBClient.connectionString(url);
  const { rounds, engineSeconds: seconds } = stage.extent;
  const results: Result[] = [];
  try {
    for (const [subject, writers] of [
      [`event log in EventStoreDB, appends to ${WRITERS} streams`, WRITERS],
      ['event log in EventStoreDB, appends to one stream', 1],
    ] as const) {
      stage.note(`eventstoredb: ${subject}`);
      const adapter = () => perSecond(seconds, appender(log), writers);
      const bare = () => perSecond(seconds, bareAppender(client, prefix), writers);
      await adapter();
      await bare();
      const turns = await takeTurns(Math.max(rounds, 3), adapter, bare);
      results.push(
        ratioResult(
          subject,
          '/s',
          compare(turns, (rate) => rate),
          { atLeast: 0.9 },
        ),
      );
    }
    return results;
  } finally {
    await client.dispose();
    await log.close();
  }
}

let streams = 0;

function appender(log: EventLog): () => Writer {
  return () => {
    const stream = `company-${(streams += 1)}`;
    let revision = NO_STREAM;
    return async () => {
      ({ revision } = await log.append({ stream, expectedRevision: revision, events: [newEvent(revision)] }));
    };
  };
}

/** What anybody would write who has the client and an event: the same content, at the same expected revision. */
function bareAppender(client: EventStoreDBClient, prefix: string): () => Writer {
  return () => {
    const stream = `${prefix}bare-${(streams += 1)}`;
    let revision = NO_STREAM;
    return async () => {
      const { type, version, data, metadata } = newEvent(revision);
      const event = jsonEvent({ type, data, metadata: { eventId: randomUUID(), version, metadata } });
      const expectedRevision = revision === NO_STREAM ? STREAM_MUST_NOT_EXIST : BigInt(revision);
      await client.appendToStream(stream, event, { expectedRevision });
      revision += 1;
    };
  };
}

interface Side {
  readonly service: SignedInService;
  readonly files: readonly CompanyFile[];
}

async function measureService(stage: Stage, url: string, prefix: string): Promise<Result[]> {
  const eventStore = await openSide(stage, 'posting_eventstoredb', { EVENTSTORE_URL: url, EVENTSTORE_PREFIX: prefix });
  try {
    const postgres = await openSide(stage, 'posting_postgres', {});
    try {
      return await compareSides(stage, eventStore, postgres);
    } finally {
      await postgres.service.stop();
    }
  } finally {
    await eventStore.service.stop();
  }
}

async function openSide(stage: Stage, database: string, more: Readonly<Record<string, string>>): Promise<Side> {
  const DATA_DIR = `${stage.folder}/${database}`;
  const service = await startSignedIn(stage, await stage.createDatabase(database), { DATA_DIR, ...more });
  const files: CompanyFile[] = [];
  for (let number = 1; number <= stage.extent.companyFiles; number += 1)
    files.push(await service.openFile(`Company ${number}`));
  return { service, files };
}

async function compareSides({ extent, settle, note }: Stage, measured: Side, baseline: Side): Promise<Result[]> {
  const { connections, postingSeconds: seconds, rounds, companyFiles } = extent;
  const post = ({ service, files }: Side, count: number, over: number, length: number): Promise<Throughput> =>
    fire({
      url: service.url,
      connections: count,
      seconds: length,
      requestsOf: entryRequests(service.headers, files.slice(0, over)),
    });
  await settle();
  for (const side of [measured, baseline]) await post(side, connections, companyFiles, extent.warmUpSeconds);
  const results: Result[] = [];
  for (const [what, count, over] of [
    [`${connections} connections, ${companyFiles} company files`, connections, companyFiles],
    [`${connections} connections, one company file`, connections, 1],
    ['1 connection', 1, 1],
  ] as const) {
    const subject = `POST entries with the log in EventStoreDB, ${what}`;
    note(`eventstoredb: ${subject}`);
    const turns = await takeTurns(
      rounds,
      () => post(measured, count, over, seconds),
      () => post(baseline, count, over, seconds),
    );
    const requirement: Requirement = { atLeast: 0.8 };
    results.push(
      ratioResult(
        subject,
        '/s',
        compare(turns, ({ perSecond: rate }) => rate),
        requirement,
      ),
    );
  }
  return results;
}
