import { expect } from 'chai';
import { toMovementFacts, type RuledTransaction } from '../../../domain/bank-rules/movement.ts';
import { createTrier, type Trial, type Trier } from '../../../domain/bank-rules/trial.ts';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { isRefusal, type Refusal } from '../../../domain/refusal.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  openedEvents,
  openedFile,
  replay,
  findVatCodeId,
} from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);
const TELEPHONE = { field: 'counterpart_name', operator: 'words', value: 'Proximus' };
const OUT = { field: 'direction', operator: 'equals', value: 'out' };
const telephone = (data: JsonRecord = {}): JsonRecord => ({
  name: 'Telephone',
  conditions: [TELEPHONE, OUT],
  lines: [{ account: '612200' }],
  ...data,
});
const rule = (id: number, data: JsonRecord = {}) => buildCreateRecord('bank-rules', id, telephone(data));
const update = (id: number, changes: JsonRecord) =>
  ({ type: 'UpdateRecord', resource: 'bank-rules', id, changes, baseVersion: null }) as const;
const made = (events: readonly DomainEvent[]): JsonRecord =>
  (events[0]!.data['records'] as readonly { data: JsonRecord }[])[0]!.data;
const wrong = (data: JsonRecord, ...problems: readonly [field: string, code: string][]) =>
  given(openedEvents)
    .when(rule(1, data))
    .then(refusedAt(...problems));

describe('bank rules', () => {
  it('keep accounts and VAT codes by their ids, however they are named', () => {
    const lines = [
      { account: '612200', share: '60.00', vat_code: 'P-S-21', label: 'Telephone {date}' },
      { account_id: findAccountId('612300'), account: '612300', share: '40.00' },
    ];
    const { events } = given(openedEvents).when(rule(1, { lines }));
    expect(made(events)).to.deep.include({ position: 1, is_active: true, is_automatic: false });
    expect(made(events)['lines']).to.deep.equal([
      {
        account_id: findAccountId('612200'),
        share: '60.00',
        vat_code_id: findVatCodeId('P-S-21'),
        third_party_id: null,
        label: 'Telephone {date}',
      },
      { account_id: findAccountId('612300'), share: '40.00', vat_code_id: null, third_party_id: null, label: null },
    ]);
  });

  it('carry analytic codes, of which each axis is a whole, and hold them', () => {
    const coded = decided(
      buildCreateRecord('analytic-codes', 901, { axis: 'PROJECT', code: 'P1', label: 'Offices' }),
      openedFile,
    );
    const lines = [{ account: '612200', share: '100.00', analytics: [{ code: 'P1' }] }];
    const named = decided(rule(1, { lines }), replay(coded, openedFile));
    expect((made(named)['lines'] as readonly JsonRecord[])[0]!['analytics']).to.deep.equal([
      { code_id: 901, share: '100.00' },
    ]);
    given(openedEvents, coded, named)
      .when({ type: 'TrashRecord', resource: 'analytic-codes', id: 901, baseVersion: null })
      .then(refused('in_use', { field: 'id', facts: { used_by: [{ resource: 'bank-rules', count: 1 }] } }));
    const half = [{ account: '612200', analytics: [{ code: 'P1', share: '50.00' }] }];
    given(openedEvents, coded)
      .when(rule(2, { lines: half }))
      .then(refusedAt(['lines.0.analytics', 'analytic_shares_not_whole']));
    wrong({ lines: [{ account: '612200', analytics: [{ code_id: 999_999 }] }] }, [
      'lines.0.analytics.0.code_id',
      'reference_unknown',
    ]);
  });

  it('are unchanged when they are sent as they are shown', () => {
    const history = decided(rule(1), openedFile);
    const lines = [
      { account_id: findAccountId('612200'), account: '612200', share: '100.00', vat_code: null, label: null },
    ];
    given(openedEvents, history)
      .when(update(1, { lines, conditions: [TELEPHONE, OUT] }))
      .then([]);
  });

  it('make room for one that is put before them', () => {
    const history = decided(rule(1), openedFile);
    const { events } = given(openedEvents, history).when(rule(2, { position: 1 }));
    expect(events.map(({ type }) => type)).to.deep.equal(['RecordsCreated', 'RecordsUpdated']);
  });

  it('say what is wrong with their conditions, each in its place', () => {
    wrong({ conditions: [] }, ['conditions', 'bank_rule_takes_all']);
    wrong(
      {
        conditions: [
          { field: 'colour', operator: 'equals', value: 'red' },
          { field: 'amount', operator: 'contains', value: '5' },
          { field: 'amount', operator: 'equals', value: '5' },
          { field: 'direction', operator: 'equals', value: 'up' },
          { field: 'communication', operator: 'matches', value: '(a' },
          { field: 'communication', operator: 'matches', value: '(a)\\1' },
          { field: 'communication', operator: 'matches', value: '(a{99}){99}' },
          { field: 'communication', operator: 'contains', value: '/// ' },
          { field: 'amount', operator: 'between', value: ['5.00', '4.00'] },
          { field: 'amount', operator: 'between', value: [null, null] },
          { field: 'amount', operator: 'between', value: '5.00' },
          { field: 'counterpart_name', operator: 'between', value: ['1.00', '2.00'] },
          { field: 'communication', operator: 'equals', value: null },
        ],
      },
      ['conditions.0.field', 'not_one_of'],
      ['conditions.1.operator', 'not_one_of'],
      ['conditions.2.value', 'not_an_amount'],
      ['conditions.3.value', 'not_one_of'],
      ['conditions.4.value', 'pattern_malformed'],
      ['conditions.5.value', 'pattern_unsupported'],
      ['conditions.6.value', 'pattern_too_large'],
      ['conditions.7.value', 'bank_rule_words_missing'],
      ['conditions.8.value', 'amount_range_empty'],
      ['conditions.9.value', 'bank_rule_range_invalid'],
      ['conditions.10.value', 'bank_rule_range_invalid'],
      ['conditions.11.operator', 'not_one_of'],
      ['conditions.12.value', 'required'],
    );
  });

  it('say what is wrong with their lines, each in its place', () => {
    wrong({ lines: [] }, ['lines', 'required']);
    wrong(
      {
        lines: [
          { account: '612200', share: '60.00' },
          { account: '612300', share: '39.99' },
        ],
      },
      ['lines', 'bank_rule_shares'],
    );
    const line = { share: '10.00' };
    wrong(
      {
        lines: [
          { ...line },
          { ...line, account: '999' },
          { ...line, account: '612300', account_id: findAccountId('612200') },
          { ...line, account: '61' },
          { ...line, account_id: 999_999 },
          { ...line, account: '612200', vat_code: 'nothing' },
          { ...line, account: '612200', vat_code: 'P-S-21', vat_code_id: findVatCodeId('P-M-21') },
          { ...line, account: '612200', third_party_id: 999_999 },
          { account: '612200', share: '0.00' },
          { account: '612200' },
          { ...line, account: '612200', label: '{client}' },
        ],
      },
      ['lines.4.account_id', 'reference_unknown'],
      ['lines.7.third_party_id', 'reference_unknown'],
      ['lines.0.account', 'required'],
      ['lines.1.account', 'account_unknown'],
      ['lines.2.account', 'account_contradicts'],
      ['lines.3.account_id', 'account_is_group'],
      ['lines.5.vat_code', 'vat_code_unknown'],
      ['lines.6.vat_code', 'vat_code_contradicts'],
      ['lines.8.share', 'bank_rule_share_invalid'],
      ['lines.9.share', 'required'],
      ['lines.10.label', 'bank_rule_placeholder_unknown'],
    );
  });

  it('keep what their lines name from the recycle bin, until they go there themselves', () => {
    const account = decided(buildCreateRecord('accounts', 7, { number: '612299', label: 'x' }), openedFile);
    const named = decided(rule(1, { lines: [{ account_id: 7 }] }), replay(account, openedFile));
    const trash = (resource: string, id: number) => ({ type: 'TrashRecord', resource, id, baseVersion: null }) as const;
    given(openedEvents, account, named)
      .when(trash('accounts', 7))
      .then(refused('in_use', { field: 'id', facts: { used_by: [{ resource: 'bank-rules', count: 1 }] } }));
    const gone = decided(trash('bank-rules', 1), replay([...account, ...named], openedFile));
    const bothGone = [...gone, ...decided(trash('accounts', 7), replay([...account, ...named, ...gone], openedFile))];
    const { decision } = given(openedEvents, account, named, bothGone).when({
      type: 'RestoreRecord',
      resource: 'bank-rules',
      id: 1,
    });
    expect(decision).to.deep.include({ code: 'parent_in_bin', facts: { parents: [{ resource: 'accounts', id: 7 }] } });
    const purged = given(openedEvents, account, named, bothGone).when({
      type: 'PurgeRecords',
      records: [{ resource: 'accounts', id: 7 }],
      passesOver: false,
    });
    purged.then(refused('in_use', { field: 'id', facts: { used_by: [{ resource: 'bank-rules', count: 1 }] } }));
  });

  it('follow a third party that is merged into another one', () => {
    const parties = [5, 6].flatMap((id) =>
      decided(buildCreateRecord('third-parties', id, { type: 'supplier', name: `P${id}`, code: `P${id}` }), openedFile),
    );
    const named = decided(rule(1, { lines: [{ account: '440000', third_party_id: 5 }] }), replay(parties, openedFile));
    const { events } = given(openedEvents, parties, named).when({
      type: 'MergeThirdParty',
      id: 5,
      into: 6,
      baseVersion: null,
    });
    const redirected = events.find(({ type, data }) => type === 'RecordsUpdated' && data['resource'] === 'bank-rules');
    const [record] = redirected!.data['records'] as readonly { changes: { lines: readonly JsonRecord[] } }[];
    expect(record!.changes.lines[0]).to.include({ third_party_id: 6, account_id: findAccountId('440000') });
  });
});

describe('trying a bank rule', () => {
  const transaction: RuledTransaction = {
    entry_date: '2026-03-05',
    amount: '-100.00',
    counterpart_name: 'PROXIMUS NV',
    counterpart_iban: null,
    communication: 'March',
    structured_communication: null,
    bank_code: null,
    end_to_end_id: null,
  };
  const tried = (trier: Trier | Refusal): Trial | null => {
    if (isRefusal(trier)) throw new Error(JSON.stringify(trier));
    return trier(toMovementFacts(transaction));
  };

  it('tells what it would book, by itself or not', () => {
    const lines = [
      { account: '612200', share: '75.00' },
      { account: '612300', share: '25.00', label: 'Private {counterpart}' },
    ];
    expect(tried(createTrier(null, telephone({ name: null, lines }), openedFile))).to.deep.equal({
      would: 'propose',
      gives_way_to: null,
      lines: [
        {
          account_id: findAccountId('612200'),
          amount: '75.00',
          third_party_id: null,
          vat_code_id: null,
          label: 'PROXIMUS NV March',
        },
        {
          account_id: findAccountId('612300'),
          amount: '25.00',
          third_party_id: null,
          vat_code_id: null,
          label: 'Private PROXIMUS NV',
        },
      ],
    });
    expect(tried(createTrier(null, telephone({ is_automatic: true }), openedFile))).to.include({ would: 'book' });
    const others = telephone({ conditions: [{ ...TELEPHONE, value: 'Orange' }] });
    expect(tried(createTrier(null, others, openedFile))).to.equal(null);
  });

  it('knows the rules that come before it', () => {
    const file = replay(decided(rule(1, { conditions: [OUT] }), openedFile), openedFile);
    expect(tried(createTrier(null, telephone(), file))).to.include({ would: 'give_way', gives_way_to: 1 });
    expect(tried(createTrier(null, telephone({ position: 1 }), file))).to.include({ would: 'propose' });
    const off = replay(decided(update(1, { is_active: false }), file), file);
    expect(tried(createTrier(null, telephone(), off))).to.include({ would: 'propose' });
  });

  it('takes a rule that is kept, also with other values', () => {
    const file = replay(decided(rule(1), openedFile), openedFile);
    expect(tried(createTrier(1, {}, file))).to.include({ would: 'propose' });
    expect(tried(createTrier(1, { is_automatic: true }, file))).to.include({ would: 'book' });
    expect(tried(createTrier(1, { conditions: [{ ...OUT, value: 'in' }] }, file))).to.equal(null);
  });

  it('says what is wrong with what it is given', () => {
    const problemsOf = (trier: Trier | Refusal) =>
      isRefusal(trier) ? trier.problems.map(({ field, code }) => [field, code]) : [];
    expect(problemsOf(createTrier(null, {}, openedFile))).to.deep.equal([
      ['rule.conditions', 'required'],
      ['rule.lines', 'required'],
    ]);
    expect(problemsOf(createTrier(9, {}, openedFile))).to.deep.equal([['rule_id', 'reference_unknown']]);
  });
});
