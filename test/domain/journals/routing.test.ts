import { expect } from 'chai';
import fc from 'fast-check';
import { companyFile } from '../../../domain/company-file.ts';
import { routeDocument, type RoutedDocument, type RoutedJournal, type Rule } from '../../../domain/journals/routing.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  findJournalId,
  openedEvents,
  openedFile,
  replay,
  findVatCodeId,
} from '../../support/company-file-samples.ts';
import { givenFor, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);
const rule = (id: number, data: object = {}) =>
  buildCreateRecord('journal-rules', id, { journal_id: findJournalId('ACH'), ...data });
const supplier = decided(buildCreateRecord('third-parties', 5, { type: 'supplier', name: 'Proximus' }), openedFile);
const customer = decided(buildCreateRecord('third-parties', 6, { type: 'customer', name: 'Peeters' }), openedFile);

describe('routing rules', () => {
  it('are added behind the last', () => {
    const first = decided(rule(1), openedFile);
    expect(first).to.have.length(1);
    const [event] = given(openedEvents, first).when(rule(2)).events;
    expect(event!.data).to.have.nested.property('records[0].data.position', 2);
  });

  it('make room for one that is put before them', () => {
    const two = [rule(1), rule(2), rule(3, { position: 7 })].reduce(
      (events, command) => [...events, ...decided(command, replay(events, openedFile))],
      [] as ReturnType<typeof decided>,
    );
    const events = given(openedEvents, two).when(rule(4, { position: 1 })).events;
    expect(events.map(({ type }) => type)).to.deep.equal(['RecordsCreated', 'RecordsUpdated']);
    expect(events[1]!.data).to.deep.equal({
      resource: 'journal-rules',
      records: [
        { id: 1, version: 2, changes: { position: 2 }, previous: { position: 1 } },
        { id: 2, version: 2, changes: { position: 3 }, previous: { position: 2 } },
      ],
    });
  });

  it('fit the journal that they belong to', () => {
    given(openedEvents, customer)
      .when(
        rule(1, {
          direction: 'sale',
          document_type: 'credit_note',
          amount_min: '10.00',
          amount_max: '9.99',
          third_party_id: 6,
          account_id: findAccountId('60'),
          vat_code_id: findVatCodeId('S-21'),
        }),
      )
      .then(
        refusedAt(
          ['account_id', 'account_is_group'],
          ['vat_code_id', 'vat_code_not_of_direction'],
          ['direction', 'direction_not_of_journal'],
          ['document_type', 'document_type_not_of_journal'],
          ['amount_max', 'amount_range_empty'],
          ['third_party_id', 'third_party_not_of_direction'],
        ),
      );
    given(openedEvents)
      .when(rule(1, { journal_id: findJournalId('CAI') }))
      .then(refusedAt(['journal_id', 'journal_takes_no_documents']));
    given(openedEvents)
      .when(rule(1, { third_party_id: 99 }))
      .then(refusedAt(['third_party_id', 'reference_unknown']));
  });

  it('keep what they refer to from being trashed', () => {
    const file = replay(supplier, openedFile);
    const ruled = decided(rule(1, { third_party_id: 5 }), file);
    const bin = { type: 'TrashRecord', resource: 'third-parties', id: 5, baseVersion: null } as const;
    expect(isRefusal(companyFile.decide(bin, replay(ruled, file)))).to.equal(true);
  });

  it('stand at places of their own, whatever is moved where', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), position: fc.option(fc.integer({ min: 1, max: 8 })) }),
      fc.record({ kind: fc.constant('move' as const), index: fc.nat(9), position: fc.integer({ min: 1, max: 8 }) }),
      fc.record({ kind: fc.constant('bin' as const), index: fc.nat(9) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let file = openedFile;
        const ids: number[] = [];
        const rules = () =>
          [...file.records['journal-rules']!.byId.entries()].filter(([, { isTrashed }]) => !isTrashed);
        for (const wish of steps) {
          const id = 'index' in wish ? ids[wish.index % Math.max(ids.length, 1)] : undefined;
          if (wish.kind === 'add') ids.push(ids.length + 1);
          else if (id === undefined) continue;
          const command =
            wish.kind === 'add'
              ? rule(ids.at(-1)!, { position: wish.position })
              : wish.kind === 'move'
                ? ({
                    type: 'UpdateRecord',
                    resource: 'journal-rules',
                    id: id!,
                    changes: { position: wish.position },
                    baseVersion: null,
                  } as const)
                : ({ type: 'TrashRecord', resource: 'journal-rules', id: id!, baseVersion: null } as const);
          const decision = companyFile.decide(command, file);
          if (!isRefusal(decision)) file = replay(decision, file);
          const places = rules().map(([, { data }]) => data['position']);
          expect(new Set(places).size).to.equal(places.length);
          if (!isRefusal(decision) && wish.kind === 'move')
            expect(file.records['journal-rules']!.byId.get(id!)!.data['position']).to.equal(wish.position);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('the default journal', () => {
  it('is one of its type: another that becomes it takes the place', () => {
    const second = buildCreateRecord('journals', 77, {
      code: 'ACH2',
      label: 'Achats 2',
      type: 'purchase',
      is_default: true,
    });
    const [, others] = given(openedEvents).when(second).events;
    expect(others!.data).to.deep.equal({
      resource: 'journals',
      records: [
        { id: findJournalId('ACH'), version: 2, changes: { is_default: false }, previous: { is_default: true } },
      ],
    });
  });

  it('needs a control account that can be posted to', () => {
    const journal = { code: 'X', label: 'X', type: 'cash', control_account_id: findAccountId('57') };
    given(openedEvents)
      .when(buildCreateRecord('journals', 77, journal))
      .then(refusedAt(['control_account_id', 'account_is_group']));
  });
});

describe('routing a document', () => {
  const journals: RoutedJournal[] = [
    { id: 1, code: 'ACH', type: 'purchase', is_active: true, is_default: true },
    { id: 2, code: 'TEL', type: 'purchase', is_active: true, is_default: false },
    { id: 3, code: 'NCA', type: 'purchase_credit', is_active: true, is_default: true },
    { id: 4, code: 'OD', type: 'miscellaneous', is_active: true, is_default: true },
  ];
  const made = (id: number, changes: Partial<Rule> = {}): Rule => ({
    id,
    journal_id: 2,
    position: id,
    direction: null,
    document_type: null,
    third_party_id: null,
    amount_min: null,
    amount_max: null,
    keyword: null,
    is_active: true,
    ...changes,
  });
  const invoice = (changes: Partial<RoutedDocument> = {}): RoutedDocument => ({
    direction: 'purchase',
    document_type: 'invoice',
    third_party_id: 5,
    amount: '121.00',
    text: 'Téléphonie mobile',
    ...changes,
  });
  const routed = (document: RoutedDocument, ...rules: Rule[]) => routeDocument(document, rules, journals);

  it('takes the first rule all of whose conditions hold', () => {
    const {
      rule: taken,
      journal,
      evaluations,
    } = routed(
      invoice(),
      made(3, { keyword: 'telephonie' }),
      made(2, { third_party_id: 5, amount_min: '121.00', amount_max: '121.00', keyword: 'TÉLÉPHONIE' }),
      made(1, { third_party_id: 6 }),
    );
    expect([taken?.id, journal?.code]).to.deep.equal([2, 'TEL']);
    expect(evaluations.map(({ rule: { id }, isMatch }) => [id, isMatch])).to.deep.equal([
      [1, false],
      [2, true],
    ]);
    expect(evaluations[0]!.conditions.filter(({ isMet }) => !isMet)).to.deep.equal([
      { condition: 'third_party', isMet: false },
    ]);
  });

  it('falls back on the default journal of such documents', () => {
    expect(routed(invoice(), made(1, { is_active: false })).journal?.code).to.equal('ACH');
    expect(routed(invoice({ document_type: 'credit_note' }), made(1)).journal?.code).to.equal('NCA');
    expect(routed(invoice({ direction: 'sale' })).journal).to.equal(null);
  });

  it('counts an unknown amount or text as a condition that is not met', () => {
    const bare = invoice({ amount: null, text: null });
    for (const condition of [{ amount_min: '0.00' }, { amount_max: '999.00' }, { keyword: 'x' }])
      expect(routed(bare, made(1, condition)).rule).to.equal(null);
  });

  it('compares amounts exactly', () => {
    expect(
      routed(invoice({ amount: '9007199254740993.01' }), made(1, { amount_max: '9007199254740993.00' })).rule,
    ).to.equal(null);
  });
});
