import type pg from 'pg';
import { companyFile } from '../../domain/company-file.ts';
import { eventCatalogue } from '../../domain/event-catalogue.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { BEGINNING, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import {
  createReadIndexes,
  createReadSchema,
  LIVE,
  findLiveStanding,
  readStanding,
} from '../../projections/engine/schema.ts';
import { createProjector, type Projector, type ProjectorOptions } from '../../projections/engine/projector.ts';
import type { HaltedStream } from '../../projections/engine/batch-statement.ts';
import { readTables } from '../../projections/engine/tables.ts';
import {
  buildCreateRecord,
  decided,
  buildLine,
  openCompany,
  buildPostEntry,
  replay,
} from '../support/company-file-samples.ts';

/** Events of two company files, a firm and a user, as the log would hold them. */

/** Event ids that can be told apart by their position, so that two runs write the same rows. */
const idAt = (position: number) => `00000000-0000-8000-8000-${String(position).padStart(12, '0')}`;

export interface StreamFact {
  readonly stream: string;
  readonly fact: DomainEvent;
  readonly metadata?: JsonRecord;
  readonly version?: number;
}

export function recorded(facts: readonly StreamFact[]): RecordedEvent[] {
  const revisions = new Map<string, number>();
  return facts.map(({ stream, fact, metadata, version }, index) => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const position = index + 1;
    return {
      id: idAt(position),
      stream,
      revision,
      position,
      type: fact.type,
      version: version ?? eventCatalogue[fact.type]?.version ?? 1,
      data: fact.data,
      metadata: { ...provenance(stream, position), ...metadata },
    };
  });
}

function provenance(stream: string, position: number): JsonRecord {
  const [kind, id] = stream.split('-');
  return {
    ...(kind === 'company' && { company_id: Number(id), firm_id: 1 }),
    user_id: 1,
    token_kind: 'session',
    origin: 'api',
    operation_id: idAt(position),
    recorded_at: `2026-05-01T10:00:00.${String(position).padStart(6, '0')}Z`,
  };
}

/** A working day in one company file: master data of every kind changed, trashed and restored, entries posted. */
export function workingDay(companyId: number): StreamFact[] {
  const first = companyId * 10_000;
  const steps = [
    openCompany({ companyId, banks: [{ code: 'ING', label: 'ING', iban: 'BE68539007547034' }] }),
    buildCreateRecord('third-parties', first + 1, {
      type: 'customer',
      name: 'Café Müller',
      ibans: ['BE68539007547034'],
    }),
    buildCreateRecord('accounts', first + 900, {
      number: '612450',
      label: 'Papier "A4", {blanc}\\',
      control_role: null,
    }),
    { type: 'UpdateRecord', resource: 'accounts', id: first + 7, changes: { is_letterable: true }, baseVersion: null },
    { type: 'UpdateRecord', resource: 'accounts', id: first + 7, changes: { is_active: false }, baseVersion: null },
    { type: 'UpdateRecord', resource: 'vat-codes', id: first + 1, changes: { label: 'Réduit' }, baseVersion: null },
    { type: 'TrashRecord', resource: 'accounts', id: first + 900, baseVersion: null },
    { type: 'RestoreRecord', resource: 'accounts', id: first + 900 },
    ...Array.from({ length: 6 }, (_, index) =>
      buildPostEntry({
        entryId: first + index,
        lineIds: [10 * (first + index), 10 * (first + index) + 1],
        journal_id: first + (index % 2 === 0 ? 4 : 5),
        entry_date: index < 4 ? '2026-03-15' : '2026-04-01',
        lines: [
          buildLine('400000', `${index + 1}.10`, '0.00', { third_party_id: first + 1 }),
          buildLine('700000', '0.00', `${index + 1}.10`),
        ],
      }),
    ),
    { type: 'TrashRecord', resource: 'accounts', id: first + 900, baseVersion: null },
    {
      type: 'UpdateRecord',
      resource: 'third-parties',
      id: first + 1,
      changes: { name: 'Café Mueller', city: 'Eupen' },
      baseVersion: null,
    },
  ] as const;
  let file = companyFile.initialState;
  return steps.flatMap((step) => {
    const events = decided(step, file);
    file = replay(events, file);
    return events.map((fact) => ({ stream: `company-${companyId}`, fact }));
  });
}

const people: StreamFact[] = [
  {
    stream: 'user-1',
    fact: {
      type: 'UserRegistered',
      data: { id: 1, name: 'Ann', email: 'Ann@example.be', password_hash: 'x', locale: null, is_platform_admin: false },
    },
  },
  {
    stream: 'user-1',
    fact: {
      type: 'TokenIssued',
      data: { id: 1, kind: 'session', name: 'web', secret_hash: 'x', abilities: ['read', 'write'], expires_at: null },
    },
  },
  {
    stream: 'firm-1',
    fact: {
      type: 'FirmOpened',
      data: {
        id: 1,
        public_token: 'firm00000001',
        name: 'Fid',
        country_code: 'BE',
        locale: 'fr',
        email: null,
        source: 'manual',
      },
    },
  },
  {
    stream: 'firm-1',
    fact: { type: 'MemberAttached', data: { user_id: 1, role: 'admin', all_companies: true, is_active: true } },
  },
  {
    stream: 'firm-1',
    fact: {
      type: 'CompanyFileRegistered',
      data: { company_id: 1, public_token: 'token0000001', code: 'DUPONT', request: {} },
    },
  },
];

/** What becomes of a firm and its team; the rows were written long before. */
const changesOfTheFirm: StreamFact[] = (
  [
    { type: 'FirmUpdated', data: { version: 2, changes: { city: 'Liège' }, previous: { city: null } } },
    { type: 'FirmLogoSet', data: { version: 3, file: `${'ab'.repeat(32)}.png`, previous: null } },
    {
      type: 'SignOnConfigured',
      data: {
        version: 4,
        sso: { provider: 'acme', required: true, claim: 'groups', roles: { books: 'encoder' }, create_members: true },
      },
    },
    { type: 'MemberAttached', data: { user_id: 2, role: 'encoder', all_companies: false, is_active: true } },
    {
      type: 'MemberCompaniesAssigned',
      data: {
        user_id: 2,
        version: 2,
        all_companies: false,
        role: null,
        companies: [{ company_id: 1, role: 'reviewer' }],
      },
    },
    {
      type: 'MemberChanged',
      data: { user_id: 2, version: 3, changes: { is_active: false }, previous: { is_active: true } },
    },
    { type: 'MemberAttached', data: { user_id: 3, role: 'manager', all_companies: true, is_active: true } },
    { type: 'MemberDetached', data: { user_id: 3, version: 2, role: 'manager' } },
  ] satisfies DomainEvent[]
).map((fact) => ({ stream: 'firm-1', fact }));

const revoked: StreamFact = { stream: 'user-1', fact: { type: 'TokenRevoked', data: { id: 1 } } };

/** Two company files at work at the same time. */
export function sampleFacts(): StreamFact[] {
  const [left, right] = [workingDay(1), workingDay(2)];
  const mixed = left.flatMap((fact, index) => [fact, right[index]!]);
  return [...people, ...mixed, ...changesOfTheFirm, revoked];
}

export const sampleEvents = (): RecordedEvent[] => recorded(sampleFacts());

export interface Projecting {
  readonly projector: Projector;
  readonly halted: HaltedStream[];
  /** Projects in steps of a size and gives back the last position. */
  inSteps(events: readonly RecordedEvent[], size: number, from?: number): Promise<number>;
  /** Asks for all steps from the beginning before any of them is written. */
  inOverlappingSteps(events: readonly RecordedEvent[], size: number): Promise<PromiseSettledResult<void>[]>;
}

/** Read tables of the live schema, empty and of a new generation. */
export async function freshTables(pool: pg.Pool, more: Partial<ProjectorOptions> = {}): Promise<Projecting> {
  if ((await findLiveStanding(pool)) === null) {
    await createReadSchema(pool, LIVE);
    await createReadIndexes(pool, LIVE);
  } else {
    const emptied = readTables.map(({ name }) => `DELETE FROM ${LIVE}.${name}`).join('; ');
    await pool.query(
      `${emptied}; DELETE FROM ops.outbox; DELETE FROM ops.halted_streams; UPDATE ${LIVE}.checkpoint SET position = ${BEGINNING}, generation = gen_random_uuid()`,
    );
  }
  return continueProjecting(pool, more);
}

export async function continueProjecting(pool: pg.Pool, more: Partial<ProjectorOptions> = {}): Promise<Projecting> {
  const { generation } = await readStanding(pool, LIVE);
  const halted: HaltedStream[] = [];
  const projector = createProjector({
    connection: pool,
    schema: LIVE,
    generation,
    isLive: true,
    onHalted: (stream) => halted.push(stream),
    ...more,
  });
  return {
    projector,
    halted,
    async inSteps(events, size, from = BEGINNING) {
      let position = from;
      for (let start = 0; start < events.length; start += size) {
        const batch = events.slice(start, start + size);
        await projector.project(batch, position);
        position = batch.at(-1)!.position;
      }
      return position;
    },
    inOverlappingSteps(events, size) {
      const steps = Math.ceil(events.length / size);
      const batches = Array.from({ length: steps }, (_, step) => events.slice(step * size, (step + 1) * size));
      return Promise.allSettled(
        batches.map((batch, step) => projector.project(batch, batches[step - 1]?.at(-1)!.position ?? BEGINNING)),
      );
    },
  };
}

/** Every row of every read table, as text in the order of its key: two of these are equal or show what is not. */
export async function dump(pool: pg.Pool, schema = LIVE): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of readTables) {
    const columns = Object.keys(table.columns)
      .map((name) => `t.${name}`)
      .join(', ');
    const { rows } = await pool.query<{ text: string }>(
      `SELECT to_json(r)::text AS text FROM (SELECT ${columns} FROM ${schema}.${table.name} t ORDER BY ${table.key.join(', ')}) r`,
    );
    tables[table.name] = rows.map(({ text }) => text);
  }
  return tables;
}

/** A log that holds just these events; only for what reads. */
export function logOf(events: readonly RecordedEvent[]): EventLog {
  const unused = (): never => {
    throw new Error('This log is only read');
  };
  return {
    maxAppendBytes: 0,
    hasGaplessPositions: false,
    append: unused,
    async *readStream(stream, { from = 0, limit = Infinity } = {}) {
      yield* events.filter((event) => event.stream === stream && event.revision >= from).slice(0, limit);
    },
    readStored: unused,
    async *readAll(after, batchSize = 500) {
      const behind = events.filter(({ position }) => position > after);
      for (let start = 0; start < behind.length; start += batchSize) yield behind.slice(start, start + batchSize);
    },
    /** What is there, and then nothing more until it is told to stop. */
    async *follow(after, { signal }) {
      const behind = events.filter(({ position }) => position > after);
      if (behind.length > 0) yield behind;
      if (!signal.aborted)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    },
    readHead: () => Promise.resolve(events.at(-1)?.position ?? BEGINNING),
    findEventAt: (at) => Promise.resolve(events.find(({ position }) => position === at) ?? null),
    close: () => Promise.resolve(),
  };
}
