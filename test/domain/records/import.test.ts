import { thirdParties } from '../../../domain/third-parties/third-party.ts';
import { accounts } from '../../../domain/accounts/account.ts';
import { expect } from 'chai';
import fc from 'fast-check';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { planImport, type ImportMode, type ImportRow } from '../../../domain/records/import.ts';
import { findIdByKey, findLiveRecord } from '../../../domain/records/state.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  buildLine,
  openedEvents,
  openedFile,
  buildPostEntry,
  replay,
} from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);

const row = (line: number, data: JsonRecord, lookups: ImportRow['lookups'] = {}): ImportRow => ({
  line,
  data,
  lookups,
});
const imported = (
  mode: ImportMode,
  rows: readonly ImportRow[],
  changes: { resource?: string; defaults?: JsonRecord } = {},
) =>
  ({
    type: 'ImportRecords',
    resource: changes.resource ?? 'third-parties',
    mode,
    rows,
    defaults: changes.defaults ?? {},
    ids: rows.map((_, index) => 1_000 + index),
  }) as const;
const recordsOf = (events: readonly DomainEvent[]) =>
  events.flatMap(({ data }) => data['records'] as { id: number; data: JsonRecord }[]);

const customer = (code: string, name = code): JsonRecord => ({ type: 'customer', code, name });
const existing = decided(buildCreateRecord('third-parties', 1, customer('A', 'Alpha')), openedFile);

describe('an import', () => {
  it('creates records that say nothing of what they do not have', () => {
    given(openedEvents)
      .when(imported('create', [row(2, customer('A')), row(3, { type: 'supplier', name: 'B', country: 'BE' })]))
      .then([
        {
          type: 'RecordsCreated',
          data: {
            resource: 'third-parties',
            records: [
              {
                id: 1_000,
                data: {
                  type: 'customer',
                  code: 'A',
                  name: 'A',
                  ibans: [],
                  mandates: [],
                  analytics: [],
                  is_payment_blocked: false,
                  account_id: findAccountId('400000'),
                  peppol_registered: false,
                  reminders: 'normal',
                  invoice_delivery: 'none',
                  is_active: true,
                },
              },
              {
                id: 1_001,
                data: {
                  type: 'supplier',
                  code: 'S00001',
                  name: 'B',
                  country: 'BE',
                  ibans: [],
                  mandates: [],
                  analytics: [],
                  is_payment_blocked: false,
                  account_id: findAccountId('440000'),
                  peppol_registered: false,
                  reminders: 'normal',
                  invoice_delivery: 'none',
                  is_active: true,
                },
              },
            ],
          },
        },
      ]);
  });

  it('is all or nothing, and names line and field of everything that is wrong', () => {
    given(openedEvents)
      .when(
        imported('create', [
          row(2, customer('A')),
          row(4, { type: 'customer' }),
          row(5, { ...customer('B'), vat_number: 'BE0477472702' }),
          row(6, customer('C'), { account_id: '999999', default_vat_code_id: 'NONE' }),
        ]),
      )
      .then(
        refusedAt(
          ['lines.4.name', 'required'],
          ['lines.5.vat_number', 'vat_number_invalid'],
          ['lines.6.account', 'reference_unknown'],
          ['lines.6.default_vat_code', 'reference_unknown'],
        ),
      );
  });

  it('finds accounts by their number', () => {
    const { events } = given(openedEvents).when(
      imported('create', [row(2, customer('A'), { account_id: '400000', default_account_id: '700000' })]),
    );
    expect(recordsOf(events)[0]!.data).to.include({
      account_id: findAccountId('400000'),
      default_account_id: findAccountId('700000'),
    });
  });

  it('fills in defaults on new records only', () => {
    const rows = [row(2, { code: 'A', name: 'Changed' }), row(3, { code: 'B', name: 'B' })];
    const { events } = given(openedEvents, existing).when(imported('upsert', rows, { defaults: { type: 'supplier' } }));
    expect(events.map(({ type }) => type)).to.deep.equal(['RecordsCreated', 'RecordsUpdated']);
    expect(recordsOf(events.slice(0, 1))[0]!.data).to.include({ code: 'B', type: 'supplier' });
    expect(events[1]!.data['records']).to.deep.equal([
      { id: 1, version: 2, changes: { name: 'Changed' }, previous: { name: 'Alpha' } },
    ]);
  });

  it('refuses a key that comes twice in the file', () => {
    given(openedEvents)
      .when(imported('create', [row(2, customer('A')), row(9, customer('A'))]))
      .then(refusedAt(['lines.9.code', 'import_duplicate_key']));
  });

  it('gives generated codes around those that the file gives', () => {
    const { events } = given(openedEvents).when(
      imported('create', [
        row(2, { type: 'customer', name: 'x' }),
        row(3, customer('C00005')),
        row(4, { type: 'customer', name: 'y' }),
      ]),
    );
    expect(recordsOf(events).map(({ data }) => data['code'])).to.deep.equal(['C00001', 'C00005', 'C00006']);
    given(openedEvents)
      .when(imported('create', [row(2, { type: 'customer', name: 'x' }), row(3, customer('C00001'))]))
      .then(refusedAt(['lines.3.code', 'record_taken']));
  });

  it('treats existing records as its mode says', () => {
    const rows = [row(2, customer('A', 'Changed'))];
    given(openedEvents, existing)
      .when(imported('create', rows))
      .then(refusedAt(['lines.2.code', 'record_taken']));
    for (const mode of ['update', 'upsert'] as const) {
      expect(given(openedEvents, existing).when(imported(mode, rows)).events).to.deep.equal([
        {
          type: 'RecordsUpdated',
          data: {
            resource: 'third-parties',
            records: [{ id: 1, version: 2, changes: { name: 'Changed' }, previous: { name: 'Alpha' } }],
          },
        },
      ]);
    }
    given(openedEvents, existing)
      .when(imported('update', [row(2, customer('Z')), row(3, { name: 'x' })]))
      .then(refusedAt(['lines.2.code', 'import_key_unknown'], ['lines.3.code', 'required']));
    expect(given(openedEvents, existing).when(imported('upsert', [row(2, customer('Z'))])).events).to.have.length(1);
  });

  it('records nothing when nothing changes', () => {
    given(openedEvents, existing)
      .when(imported('update', [row(2, customer('A', 'Alpha'))]))
      .then([]);
  });

  it('keeps to the rules of a change: fields frozen by use stay', () => {
    const lines = [buildLine('400000', '10.00', '0.00', { third_party_id: 1 }), buildLine('700000', '0.00', '10.00')];
    const posted = decided(buildPostEntry({ lines }), replay(existing, openedFile));
    given(openedEvents, existing, posted)
      .when(imported('upsert', [row(2, { code: 'A', type: 'supplier' })]))
      .then(refusedAt(['lines.2.type', 'not_editable']));
  });

  it('has the consequences of a change', () => {
    const number = '612400';
    given(openedEvents)
      .when(imported('update', [row(2, { number, is_postable: false, label: 'x' })], { resource: 'accounts' }))
      .then([
        {
          type: 'RecordsUpdated',
          data: {
            resource: 'accounts',
            records: [
              {
                id: findAccountId(number),
                version: 2,
                changes: { label: 'x', is_postable: false, labels: null },
                previous: {
                  label: findLiveRecord(openedFile.records, accounts, findAccountId(number))!.data['label'],
                  is_postable: true,
                  labels: findLiveRecord(openedFile.records, accounts, findAccountId(number))!.data['labels'],
                },
              },
            ],
          },
        },
      ]);
  });

  it('refuses a resource that does not exist, and tells no more than so many problems', () => {
    given(openedEvents)
      .when(imported('create', [row(2, {})], { resource: 'unicorns' }))
      .then(refused('not_found'));
    const { decision } = given(openedEvents).when(
      imported(
        'create',
        Array.from({ length: 2_000 }, (_, index) => row(index + 2, {})),
      ),
    );
    expect(isRefusal(decision) && decision.problems.length).to.equal(500);
  });

  it('is split into events of a size that every engine takes, in the order of the lines', () => {
    const rows = Array.from({ length: 3_000 }, (_, index) =>
      row(index + 2, { ...customer(`K${index}`), notes: 'x'.repeat(index % 400) }),
    );
    const { events } = given(openedEvents).when(imported('create', rows));
    expect(events.length).to.be.above(5);
    for (const event of events) expect(JSON.stringify(event).length).to.be.below(70 * 1024);
    expect(recordsOf(events).map(({ data }) => data['code'])).to.deep.equal(rows.map(({ data }) => data['code']));
    const large = given(openedEvents).when(
      imported('create', [row(2, { ...customer('A'), notes: 'é'.repeat(5_000) })]),
    );
    expect(large.events).to.have.length(1);
  });

  it('says what it would do without doing it', () => {
    const command = imported('upsert', [
      row(2, customer('A', 'Changed')),
      row(3, customer('B')),
      row(4, customer('C')),
    ]);
    const file = replay(
      [...existing, ...decided(buildCreateRecord('third-parties', 2, customer('C')), openedFile)],
      openedFile,
    );
    const plan = planImport(command, file);
    expect(isRefusal(plan) ? plan : plan.map(({ line, action }) => [line, action])).to.deep.equal([
      [2, 'updated'],
      [3, 'created'],
      [4, 'unchanged'],
    ]);
  });

  const code = fc.stringMatching(/^[A-C][0-9]{1,2}$/);
  const rowsOf = fc.array(
    fc.record({ code: fc.option(code, { nil: undefined }), name: fc.string({ minLength: 1, maxLength: 8 }) }),
    { maxLength: 30 },
  );

  it('leaves what single creations and changes in the same order would leave', () => {
    fc.assert(
      fc.property(rowsOf, rowsOf, (first, second) => {
        let [together, oneByOne] = [openedFile, openedFile];
        for (const [round, requested] of [first, second].entries()) {
          const rows = requested.map(({ code: given, name }, index) =>
            row(index + 2, { type: 'customer', ...(given !== undefined && { code: given }), name }),
          );
          const ids = rows.map((_, index) => (round + 1) * 1_000 + index);
          const decision = companyFile.decide({ ...imported('upsert', rows), ids }, together);
          if (isRefusal(decision)) return; // a code came twice
          together = replay(decision, together);
          for (const [index, { data }] of rows.entries())
            oneByOne = replay(decided(single(data, ids[index]!, oneByOne), oneByOne), oneByOne);
          expect(contentOf(together)).to.deep.equal(contentOf(oneByOne));
        }
      }),
    );
  });

  function single(data: JsonRecord, id: number, file: typeof openedFile): Parameters<typeof companyFile.decide>[0] {
    const known =
      typeof data['code'] === 'string' ? findIdByKey(file.records, thirdParties, 'code', data['code']) : undefined;
    if (known === undefined) return buildCreateRecord('third-parties', id, data);
    return { type: 'UpdateRecord', resource: 'third-parties', id: known, changes: data, baseVersion: null };
  }

  const contentOf = (file: typeof openedFile): unknown[] =>
    [...file.records['third-parties']!.byId.entries()]
      .map(([id, { data, version }]) => [id, data['code'], data['name'], version])
      .sort(([a], [b]) => Number(a) - Number(b));
});
