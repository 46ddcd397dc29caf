import { accounts } from '../../../domain/accounts/account.ts';
import { journals } from '../../../domain/journals/journal.ts';
import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import { findLiveRecord } from '../../../domain/records/state.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  findJournalId,
  openedEvents,
  openedFile,
  buildPostEntry,
  replay,
} from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);

const account = (id: number, changes: JsonRecord = {}) =>
  buildCreateRecord('accounts', id, { number: '612450', label: 'Papier', ...changes });
const created = (...commands: ReturnType<typeof buildCreateRecord>[]): DomainEvent[] =>
  commands.reduce<DomainEvent[]>((events, command) => [...events, ...decided(command, replay(events, openedFile))], []);
const update = (resource: string, id: number, changes: JsonRecord, baseVersion: number | null = null) =>
  ({ type: 'UpdateRecord', resource, id, changes, baseVersion }) as const;
const trash = (resource: string, id: number, baseVersion: number | null = null) =>
  ({ type: 'TrashRecord', resource, id, baseVersion }) as const;
const restore = (resource: string, id: number) => ({ type: 'RestoreRecord', resource, id }) as const;

const updated = (
  resource: string,
  id: number,
  version: number,
  changes: JsonRecord,
  previous: JsonRecord,
): DomainEvent => ({
  type: 'RecordUpdated',
  data: { resource, id, version, changes, previous },
});
const trashed = (resource: string, id: number, version = 2): DomainEvent => ({
  type: 'RecordTrashed',
  data: { resource, id, version },
});
const restored = (resource: string, id: number, version = 3): DomainEvent => ({
  type: 'RecordRestored',
  data: { resource, id, version },
});

describe('records', () => {
  describe('creation', () => {
    it('fills in what the client left out', () => {
      given(openedEvents)
        .when(account(1))
        .then([
          {
            type: 'RecordsCreated',
            data: {
              resource: 'accounts',
              records: [
                {
                  id: 1,
                  data: {
                    number: '612450',
                    label: 'Papier',
                    labels: null,
                    class: 6,
                    type: 'expense',
                    control_role: null,
                    is_postable: true,
                    is_letterable: false,
                    is_active: true,
                    vat_code_id: null,
                    analytics: [],
                    currency: null,
                  },
                },
              ],
            },
          },
        ]);
    });

    it('leaves out fields that the resource does not have', () => {
      const [event] = given(openedEvents).when(account(1, { colour: 'red', constructor: 'x' })).events;
      expect(JSON.stringify(event)).not.to.match(/colour|constructor/);
    });

    it('keeps a false that the client gave instead of the initial true', () => {
      const events = created(account(1, { is_active: false }));
      expect(findLiveRecord(replay(events, openedFile).records, accounts, 1)?.data.is_active).to.equal(false);
    });

    it('tells every field that is missing at once', () => {
      given(openedEvents)
        .when(buildCreateRecord('vat-codes', 1, { code: 'X' }))
        .then(refusedAt(['label', 'required'], ['direction', 'required'], ['kind', 'required'], ['rate', 'required']));
    });

    it('refuses a key that a living record has', () => {
      given(openedEvents)
        .when(account(1, { number: '570000' }))
        .then(refusedAt(['number', 'record_taken']));
    });

    it('refuses a reference to a record that does not exist', () => {
      given(openedEvents)
        .when(account(1, { vat_code_id: 77 }))
        .then(refusedAt(['vat_code_id', 'reference_unknown']));
    });

    it('refuses a reference to a record in the recycle bin', () => {
      given(openedEvents, created(account(1)), trashed('accounts', 1))
        .when(buildCreateRecord('journals', 9, { code: 'NEW', label: 'New', type: 'bank', control_account_id: 1 }))
        .then(refusedAt(['control_account_id', 'reference_unknown']));
    });

    it('refuses a resource that does not exist', () => {
      given(openedEvents)
        .when(buildCreateRecord('unicorns', 1, {}))
        .then(refused('not_found'));
      given(openedEvents)
        .when(buildCreateRecord('constructor', 1, {}))
        .then(refused('not_found'));
    });
  });

  describe('bulk creation', () => {
    const bulk = (...records: JsonRecord[]) => ({
      type: 'CreateRecords' as const,
      resource: 'third-parties',
      records: records.map((data, index) => ({ id: index + 1, data })),
    });

    it('is one event with all records', () => {
      const { events } = given(openedEvents).when(
        bulk({ type: 'customer', name: 'A', code: 'A' }, { type: 'supplier', name: 'B', code: 'B' }),
      );
      expect(events.map(({ type }) => type)).to.deep.equal(['RecordsCreated']);
      expect((events[0]!.data['records'] as unknown[]).length).to.equal(2);
    });

    it('names the record of each problem', () => {
      given(openedEvents)
        .when(bulk({ type: 'customer', name: 'A' }, { type: 'customer' }, { name: 'C', account_id: 5 }))
        .then(refusedAt(['1.name', 'required'], ['2.type', 'required'], ['2.account_id', 'reference_unknown']));
    });

    it('refuses two records with the same key', () => {
      given(openedEvents)
        .when(bulk({ type: 'customer', name: 'A', code: 'SAME' }, { type: 'customer', name: 'B', code: 'SAME' }))
        .then(refusedAt(['1.code', 'record_taken']));
    });

    it('gives each record without a code a code of its own', () => {
      const { events } = given(openedEvents).when(
        bulk({ type: 'customer', name: 'A' }, { type: 'customer', name: 'B' }, { type: 'supplier', name: 'C' }),
      );
      const codes = (events[0]!.data['records'] as { data: JsonRecord }[]).map(({ data }) => data['code']);
      expect(codes).to.deep.equal(['C00001', 'C00002', 'S00001']);
    });
  });

  describe('update', () => {
    const third = buildCreateRecord('third-parties', 1, {
      type: 'customer',
      name: 'Vandenberghe',
      ibans: ['BE68539007547034'],
    });

    it('tells the fields that changed, and their earlier values', () => {
      given(openedEvents, created(third))
        .when(update('third-parties', 1, { name: 'Van den Berghe', city: 'Gent', type: 'customer' }))
        .then([
          updated(
            'third-parties',
            1,
            2,
            { name: 'Van den Berghe', city: 'Gent' },
            { name: 'Vandenberghe', city: null },
          ),
        ]);
    });

    it('does nothing when nothing changes, also inside lists', () => {
      given(openedEvents, created(third))
        .when(update('third-parties', 1, { name: 'Vandenberghe', ibans: ['BE68539007547034'] }))
        .then([]);
    });

    it('does not know fields that the resource does not have', () => {
      given(openedEvents, created(third))
        .when(update('third-parties', 1, { colour: 'red', constructor: 'x', toString: 'y' }))
        .then([]);
    });

    it('takes a field that is absent for absent, not for null', () => {
      given(openedEvents, created(third))
        .when(update('third-parties', 1, { name: undefined }))
        .then([]);
    });

    it('does not call it a change when a field that came later stays null', () => {
      const early: DomainEvent = {
        type: 'RecordsCreated',
        data: { resource: 'journals', records: [{ id: 1, data: { code: 'X', label: 'X', type: 'bank' } }] },
      };
      given(openedEvents, early)
        .when(update('journals', 1, { description: null }))
        .then([]);
    });

    it('frees the earlier key and takes the new one', () => {
      const renumbered = updated('accounts', 1, 2, { number: '612451' }, { number: '612450' });
      given(openedEvents, created(account(1)), renumbered)
        .when(account(2, { number: '612451' }))
        .then(refusedAt(['number', 'record_taken']));
      expect(given(openedEvents, created(account(1)), renumbered).when(account(2)).events).to.have.length(1);
    });

    it('refuses a key that another living record has', () => {
      given(openedEvents, created(account(1)))
        .when(update('accounts', 1, { number: '570000' }))
        .then(refusedAt(['number', 'record_taken']));
    });

    it('refuses null for a required field', () => {
      given(openedEvents, created(third))
        .when(update('third-parties', 1, { name: null }))
        .then(refusedAt(['name', 'required']));
    });

    it('refuses a record that does not exist or lies in the recycle bin', () => {
      given(openedEvents)
        .when(update('accounts', 1, { label: 'x' }))
        .then(refused('not_found'));
      given(openedEvents, created(account(1)), trashed('accounts', 1))
        .when(update('accounts', 1, { label: 'x' }))
        .then(refused('not_found'));
    });

    it('refuses a change made on another version, and tells the version of the server', () => {
      const history = [
        openedEvents,
        created(account(1)),
        [updated('accounts', 1, 2, { label: 'Encre' }, { label: 'Papier' })],
      ];
      given(...history)
        .when(update('accounts', 1, { label: 'Toner' }, 1))
        .then(refused('conflict', { facts: { server_version: 2 } }));
      given(...history)
        .when(update('accounts', 1, { label: 'Toner' }, 2))
        .then([updated('accounts', 1, 3, { label: 'Toner' }, { label: 'Encre' })]);
    });

    it('refuses other values in fields that are frozen by use, and takes the same ones', () => {
      const used = findAccountId('612400');
      const posted = decided(buildPostEntry(), openedFile);
      given(openedEvents, posted)
        .when(update('accounts', used, { number: '612499', is_postable: false }))
        .then(refusedAt(['number', 'not_editable'], ['is_postable', 'not_editable']));
      const [event] = given(openedEvents, posted).when(
        update('accounts', used, { number: '612400', label: 'Bureau' }),
      ).events;
      expect(Object.keys(event!.data['changes'] as object)).to.include('label');
    });
  });

  describe('consequences', () => {
    it('a label typed in replaces the translations of the pack', () => {
      const [event] = given(openedEvents).when(update('journals', findJournalId('OD'), { label: 'Diverses' })).events;
      expect(event!.data['changes']).to.deep.equal({ label: 'Diverses', labels: null });
      expect((event!.data['previous'] as JsonRecord)['labels']).to.include({ nl: 'Diverse verrichtingen' });
    });

    it('the same label sent along with another change leaves them alone', () => {
      const { label } = findLiveRecord(openedFile.records, journals, findJournalId('OD'))!.data;
      const [event] = given(openedEvents).when(
        update('journals', findJournalId('OD'), { label, description: 'Fin de mois' }),
      ).events;
      expect(event!.data['changes']).to.deep.equal({ description: 'Fin de mois' });
      given(openedEvents)
        .when(update('journals', findJournalId('OD'), { label }))
        .then([]);
    });
  });

  describe('recycle bin', () => {
    it('takes a record, which then can no longer be trashed', () => {
      given(openedEvents, created(account(1)))
        .when(trash('accounts', 1))
        .then([trashed('accounts', 1)]);
      given(openedEvents, created(account(1)), trashed('accounts', 1))
        .when(trash('accounts', 1))
        .then(refused('not_found'));
    });

    it('refuses what was seen in another version', () => {
      given(openedEvents, created(account(1)))
        .when(trash('accounts', 1, 7))
        .then(refused('conflict', { facts: { server_version: 1 } }));
    });

    it('refuses what an entry uses', () => {
      const posted = decided(buildPostEntry({ journal_id: findJournalId('ACH') }), openedFile);
      given(openedEvents, posted)
        .when(trash('accounts', findAccountId('612400')))
        .then(refused('in_use', { field: 'id', facts: { used_by: [{ resource: 'entries', count: null }] } }));
      given(openedEvents, posted)
        .when(trash('journals', findJournalId('ACH')))
        .then(
          refused('in_use', {
            field: 'id',
            facts: {
              used_by: [
                { resource: 'entries', count: null },
                { resource: 'number-series', count: 1 },
              ],
            },
          }),
        );
      given(openedEvents)
        .when(trash('journals', findJournalId('NCA')))
        .then([trashed('journals', findJournalId('NCA'))]);
    });

    it('refuses what a living record points to, and takes it once that one is gone', () => {
      const journal = buildCreateRecord('journals', 9, {
        code: 'NEW',
        label: 'New',
        type: 'bank',
        control_account_id: 1,
      });
      const history = [openedEvents, created(account(1), journal)];
      given(...history)
        .when(trash('accounts', 1))
        .then(refused('in_use', { field: 'id', facts: { used_by: [{ resource: 'journals', count: 1 }] } }));
      given(...history, trashed('journals', 9))
        .when(trash('accounts', 1))
        .then([trashed('accounts', 1)]);
    });

    it('frees the key: another record takes it, and the first cannot return until it lets go', () => {
      const history = [openedEvents, created(account(1)), trashed('accounts', 1)];
      const { events } = given(...history).when(account(2));
      given(...history, events)
        .when(restore('accounts', 1))
        .then(refusedAt(['number', 'record_taken']));
      given(...history, events, trashed('accounts', 2))
        .when(restore('accounts', 1))
        .then([restored('accounts', 1)]);
    });

    it('gives back a record with its key', () => {
      const history = [openedEvents, created(account(1)), trashed('accounts', 1), restored('accounts', 1)];
      given(...history)
        .when(account(2))
        .then(refusedAt(['number', 'record_taken']));
      given(...history)
        .when(restore('accounts', 1))
        .then(refused('not_found'));
      given(...history)
        .when(update('accounts', 1, { label: 'Encre' }, 3))
        .then([updated('accounts', 1, 4, { label: 'Encre' }, { label: 'Papier' })]);
    });

    it('keeps a record whose references are gone until they return', () => {
      const journal = buildCreateRecord('journals', 9, {
        code: 'NEW',
        label: 'New',
        type: 'bank',
        control_account_id: 1,
      });
      const history = [openedEvents, created(account(1), journal), trashed('journals', 9), trashed('accounts', 1)];
      given(...history)
        .when(restore('journals', 9))
        .then({
          refused: true,
          code: 'parent_in_bin',
          problems: [{ code: 'parent_in_bin', field: 'control_account_id' }],
          facts: { parents: [{ resource: 'accounts', id: 1 }] },
        });
      given(...history, restored('accounts', 1))
        .when(restore('journals', 9))
        .then([restored('journals', 9)]);
    });

    it('knows nothing of a record that never was', () => {
      given(openedEvents).when(trash('accounts', 1)).then(refused('not_found'));
      given(openedEvents).when(restore('accounts', 1)).then(refused('not_found'));
    });
  });

  it('leaves the state alone for events of a resource that this version does not know', () => {
    const { state } = given(
      openedEvents,
      { type: 'RecordsCreated', data: { resource: 'unicorns', records: [{ id: 1, data: {} }] } },
      trashed('accounts', 999),
    );
    expect(Object.keys(state.records)).to.deep.equal(Object.keys(openedFile.records));
    expect(state.records['accounts']!.byId.size).to.equal(openedFile.records['accounts']!.byId.size);
  });
});
