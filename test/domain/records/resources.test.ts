import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { resources } from '../../../domain/records/resources.ts';
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
import { givenFor, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);
const update = (resource: string, id: number, changes: JsonRecord) => ({
  type: 'UpdateRecord' as const,
  resource,
  id,
  changes,
  baseVersion: null,
});
const firstRecord = (events: readonly DomainEvent[]): JsonRecord =>
  (events[0]!.data['records'] as { data: JsonRecord }[])[0]!.data;
const createdWith = (resource: string, data: JsonRecord): JsonRecord =>
  firstRecord(given(openedEvents).when(buildCreateRecord(resource, 1, data)).events);

describe('accounts', () => {
  const types = {
    '010000': 'off_balance',
    '100001': 'equity',
    '240099': 'asset',
    '340099': 'asset',
    '489999': 'asset',
    '559999': 'asset',
    '619999': 'expense',
    '709999': 'income',
    '900000': 'off_balance',
  };
  for (const [number, type] of Object.entries(types)) {
    it(`take class and type from their number: ${number} is ${type}`, () => {
      expect(createdWith('accounts', { number, label: 'x' })).to.include({ class: Number(number[0]), type });
    });
  }

  it('keep a type that is given', () => {
    expect(createdWith('accounts', { number: '489999', label: 'x', type: 'liability' })['type']).to.equal('liability');
  });

  it('get another class with another number, and keep their type', () => {
    const history = decided(buildCreateRecord('accounts', 1, { number: '619999', label: 'x' }), openedFile);
    const [event] = given(openedEvents, history).when(update('accounts', 1, { number: '719999' })).events;
    expect(event!.data['changes']).to.deep.equal({ number: '719999', class: 7 });
  });

  it('without a number are refused at that field alone', () => {
    given(openedEvents)
      .when(buildCreateRecord('accounts', 1, { label: 'x', type: 'asset' }))
      .then(refusedAt(['number', 'required']));
  });
});

describe('journals', () => {
  it('with entries keep their code and type', () => {
    const journal = buildCreateRecord('journals', 1, { code: 'OD2', label: 'x', type: 'miscellaneous' });
    const history = decided(journal, openedFile);
    const posted = decided(buildPostEntry({ journal_id: 1 }), replay(history, openedFile));
    given(openedEvents, history, posted)
      .when(update('journals', 1, { code: 'OD3', type: 'bank' }))
      .then(refusedAt(['code', 'not_editable'], ['type', 'not_editable']));
    expect(
      given(openedEvents, history).when(update('journals', 1, { code: 'OD3', type: 'bank' })).events,
    ).to.have.length(1);
  });
});

describe('VAT codes', () => {
  it('deduct everything unless told otherwise', () => {
    const data = createdWith('vat-codes', {
      code: 'X',
      label: 'x',
      direction: 'purchase',
      kind: 'standard',
      rate: '21.00',
    });
    expect(data).to.include({ deductible_rate: '100.00', is_active: true });
  });
});

describe('third parties', () => {
  it('stand on the control account of their type', () => {
    expect(createdWith('third-parties', { type: 'customer', name: 'A' })['account_id']).to.equal(
      findAccountId('400000'),
    );
    expect(createdWith('third-parties', { type: 'supplier', name: 'A' })['account_id']).to.equal(
      findAccountId('440000'),
    );
  });

  it('stand on the control account with the lowest number, however the state came about', () => {
    const second = decided(
      buildCreateRecord('accounts', 1, { number: '400900', label: 'Autres clients', control_role: 'customer' }),
      openedFile,
    );
    const touched = decided(update('accounts', findAccountId('400000'), { is_letterable: false }), openedFile);
    const live = replay([...openedEvents, ...second, ...touched]);
    const revived = companyFile.snapshot.unpack(
      JSON.parse(JSON.stringify(companyFile.snapshot.pack(live))) as JsonRecord,
    );
    for (const file of [live, revived]) {
      expect(
        firstRecord(decided(buildCreateRecord('third-parties', 1, { type: 'customer', name: 'A' }), file))[
          'account_id'
        ],
      ).to.equal(findAccountId('400000'));
    }
  });

  it('are numbered on from the codes that are taken', () => {
    const taken = decided(
      buildCreateRecord('third-parties', 1, { type: 'customer', name: 'A', code: 'C00002' }),
      openedFile,
    );
    expect(
      firstRecord(
        given(openedEvents, taken).when(buildCreateRecord('third-parties', 2, { type: 'customer', name: 'B' })).events,
      )['code'],
    ).to.equal('C00003');
  });

  it('cannot stand on a heading of the chart', () => {
    given(openedEvents)
      .when(buildCreateRecord('third-parties', 1, { type: 'customer', name: 'A', account_id: findAccountId('40') }))
      .then(refusedAt(['account_id', 'account_is_group']));
  });

  it('with entries keep their type', () => {
    const history = decided(buildCreateRecord('third-parties', 1, { type: 'customer', name: 'A' }), openedFile);
    const lines = [buildLine('400000', '10.00', '0.00', { third_party_id: 1 }), buildLine('700000', '0.00', '10.00')];
    const posted = decided(buildPostEntry({ lines }), replay(history, openedFile));
    given(openedEvents, history, posted)
      .when(update('third-parties', 1, { type: 'supplier' }))
      .then(refusedAt(['type', 'not_editable']));
  });
});

describe('resource declarations', () => {
  for (const { name, fields, unique } of resources) {
    it(`${name}: unique fields and references exist`, () => {
      for (const key of unique.flat()) expect(fields).to.have.property(key);
      for (const field of Object.values(fields)) {
        if (field.kind === 'reference') expect(resources.map((resource) => resource.name)).to.include(field.to);
      }
    });
  }
});
