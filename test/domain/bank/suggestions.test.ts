import { expect } from 'chai';
import { knownTruth, type Truth } from '../../../bench/known-truth.ts';
import { extractClues, extractReferenceDigits, findNaming } from '../../../domain/bank/suggestions/clues.ts';
import { normaliseName } from '../../../domain/bank/suggestions/known-parties.ts';
import { createTaken, takeAmount, type Knowledge, type KnownRule } from '../../../domain/bank/suggestions/knowledge.ts';
import { CERTAIN, type Movement, type OpenItem } from '../../../domain/bank/suggestions/movement.ts';
import { suggestBookings } from '../../../domain/bank/suggestions/suggest.ts';
import { companyFile } from '../../../domain/company-file.ts';
import type { CompanyFile } from '../../../domain/company-file-state.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { fromCents } from '../../../domain/money.ts';
import { findAccountId, buildCreateRecord, decided, openedEvents, replay } from '../../support/company-file-samples.ts';
import { openLine } from '../lettering/samples.ts';

const movement = (fields: Partial<Movement> = {}): Movement => ({
  id: 1,
  version: 1,
  status: 'pending',
  amount: '121.00',
  matched_amount: '0.00',
  ignored_reason: null,
  journal_id: 5,
  entry_date: '2026-03-06',
  statement_number: '1',
  sequence: 1,
  counterpart_name: null,
  communication: null,
  structured_communication: null,
  counterpart_iban: null,
  end_to_end_id: null,
  bank_code: null,
  return_reason: null,
  charges: null,
  ...fields,
});

const item = (open: string, reference: string, fields: Partial<OpenItem> = {}): OpenItem => ({
  ...openLine(open, { references: [reference], ...fields }),
  origin: 'invoice',
});

const booksWith = (
  parties: readonly { readonly id: number; readonly name: string; readonly ibans: readonly string[] }[],
): CompanyFile => {
  const made: DomainEvent = {
    type: 'RecordsCreated',
    data: {
      resource: 'third-parties',
      records: parties.map(({ id, name, ibans }) => ({
        id,
        data: {
          type: 'customer',
          code: `C${id}`,
          name,
          ibans: [...ibans],
          is_active: true,
          account_id: findAccountId('400000'),
        },
      })),
    },
  };
  return replay([...openedEvents, made]);
};

function knowledgeOf(file: CompanyFile, items: readonly OpenItem[], rules: readonly KnownRule[] = []): Knowledge {
  const named = new Map<string, OpenItem[]>();
  const ofParty = new Map<number, { items: OpenItem[]; isComplete: boolean }>();
  const add = <Key>(map: Map<Key, OpenItem[]>, key: Key, one: OpenItem) => map.set(key, [...(map.get(key) ?? []), one]);
  for (const one of items) {
    for (const reference of one.references) add(named, extractReferenceDigits(reference), one);
    const known = ofParty.get(one.third_party_id!) ?? { items: [], isComplete: true };
    known.items.push(one);
    ofParty.set(one.third_party_id!, known);
  }
  const empty = { ofAmount: new Map(), inTransit: new Map(), orders: new Map(), past: new Map(), discounts: new Map() };
  return { file, named, ofParty, ...empty, rules, taken: createTaken() };
}

const customer = { id: 7, name: 'Hôtel du Parc SA', ibans: ['BE71096123456769'] };
const file = booksWith([customer]);
const best = (fields: Partial<Movement>, items: readonly OpenItem[], rules: readonly KnownRule[] = []) =>
  suggestBookings(movement(fields), knowledgeOf(file, items, rules))[0];

describe('What a transaction says', () => {
  it('names references however they are written', () => {
    const line = item('1.00', 'VF-2026/0417');
    for (const communication of ['VF-2026/0417', 'fact. vf 2026 0417', 'VF20260417', 'x VF-2026/0 417 y'])
      expect(findNaming(extractClues(movement({ communication })), line), communication).to.equal('reference');
    expect(findNaming(extractClues(movement({ communication: 'facture 2026/0417' })), line)).to.equal('digits');
    expect(findNaming(extractClues(movement({ communication: 'VF-2026/0418' })), line)).to.equal(null);
  });

  it('knows names in any order and without their legal form', () => {
    expect(normaliseName('DU PARC HOTEL S.A.')).to.equal(normaliseName('Hôtel du Parc'));
    expect(normaliseName('SPRL')).to.equal('');
  });
});

describe('Suggestions for a transaction', () => {
  it('are certain by a structured communication, in full or in part', () => {
    const items = [item('121.00', '+++010/8068/17183+++')];
    expect(best({ structured_communication: '010806817183' }, items)).to.deep.include({ score: 1 });
    const part = best({ structured_communication: '010806817183', amount: '50.00' }, items)!;
    expect([part.score >= CERTAIN, part.items[0]!.amount]).to.deep.equal([true, '50.00']);
  });

  it('know the discount that a document offers, as long as it is paid in time', () => {
    const offered = item('120.58', 'V-2026/0417', { entry_id: 31 });
    const offer = { until: '2026-03-10', total: '2.00', parts: [{ amount: '2.00', vat_code_id: null }] };
    const knowledge = { ...knowledgeOf(file, [offered]), discounts: new Map([[31, offer]]) };
    const paid = (amount: string, entry_date: string) =>
      suggestBookings(movement({ communication: 'V-2026/0417', amount, entry_date }), knowledge)[0]!;
    const early = paid('118.58', '2026-03-10');
    expect(early.score).to.be.at.least(CERTAIN);
    expect(early.reasons.at(-1)).to.deep.equal({
      code: 'suggested_early_payment',
      params: { discount: '2.00', until: '2026-03-10' },
    });
    expect(early.items[0]!.amount).to.equal('120.58');
    expect(early.lines).to.have.lengthOf(1);
    expect(early.lines[0]).to.include({ account: '657000', amount: '-2.00', vat_code_id: null });
    expect(paid('118.60', '2026-03-09').lines[0]!.amount, 'rounded otherwise').to.equal('-1.98');
    const late = paid('118.58', '2026-03-11');
    expect(late.lines).to.deep.equal([]);
    expect(late.items[0]!.amount).to.equal('118.58');
  });

  it('net credit notes that are named', () => {
    const items = [item('141.00', 'VF-2026/0417'), item('-20.00', 'NC-2026/0009')];
    const found = best({ communication: 'VF20260417 NC20260009' }, items)!;
    expect(found.reasons.map(({ code }) => code)).to.include('suggested_by_net');
    expect(found.score).to.be.at.least(CERTAIN);
  });

  it('are not certain where two parties have the same reference, or the account is of another', () => {
    const items = [item('121.00', 'F-10417'), item('121.00', 'F-10417', { third_party_id: 8 })];
    expect(best({ communication: 'F-10417' }, items)!.score).to.be.lessThan(CERTAIN);
    const other = [item('121.00', 'F-10417', { third_party_id: 8 })];
    const paid = best({ communication: 'F-10417', counterpart_iban: customer.ibans[0]! }, other)!;
    expect(paid.score).to.be.lessThan(CERTAIN);
  });

  it('by account and amount are certain only when nothing else is named and one item has the amount', () => {
    const from = { counterpart_iban: customer.ibans[0]! };
    const one = item('121.00', 'A-1');
    expect(best(from, [one, item('60.00', 'A-2')])!.score).to.equal(CERTAIN);
    expect(best({ ...from, communication: 'facture 998877' }, [one])!.score).to.be.lessThan(CERTAIN);
    expect(best(from, [one, item('121.00', 'A-3')])!.score).to.be.lessThan(CERTAIN);
    expect(best({ counterpart_name: 'HOTEL DU PARC' }, [one])!.score).to.be.lessThan(CERTAIN);
  });

  it('find several invoices that make the amount, and what is less a discount', () => {
    const from = { counterpart_iban: customer.ibans[0]! };
    const sum = best(from, [item('100.00', 'A-1'), item('21.00', 'A-2'), item('7.00', 'A-3')])!;
    expect(sum.items.map(({ amount }) => amount)).to.deep.equal(['100.00', '21.00']);
    const less = best({ ...from, amount: '98.00' }, [item('100.00', 'A-1')])!;
    const [line] = less.lines;
    expect([less.reasons.at(-1)!.code, line!.amount, line!.account]).to.deep.equal([
      'suggested_less_discount',
      '-2.00',
      '657000',
    ]);
  });

  it('follow rules, and only automatic ones are certain', () => {
    const rule = {
      id: 3,
      name: 'Frais',
      position: 1,
      is_active: true,
      conditions: [{ field: 'communication', operator: 'contains', value: 'frais' } as const],
      lines: [
        { account_id: findAccountId('650000'), share: '100', vat_code_id: null, third_party_id: null, label: null },
      ],
    };
    const fields = { amount: '-9.00', communication: 'FRAIS DE GESTION' };
    expect(best(fields, [], [{ ...rule, is_automatic: true }])).to.deep.include({
      kind: 'rule',
      score: 0.96,
      rule_id: 3,
    });
    expect(best(fields, [], [{ ...rule, is_automatic: false }])!.score).to.be.lessThan(CERTAIN);
  });

  it('carry the analytic codes of the rule, unless they are no longer used', () => {
    const codes = ['P1', 'OLD'].flatMap((code, index) =>
      decided(
        buildCreateRecord('analytic-codes', 901 + index, {
          axis: 'PROJECT',
          code,
          label: code,
          ...(code === 'OLD' && { valid_until: '2020-12-31' }),
        }),
        file,
      ),
    );
    const ofRule = (code_id: number) => ({
      id: 3,
      name: 'Frais',
      position: 1,
      is_active: true,
      is_automatic: true,
      conditions: [{ field: 'communication', operator: 'contains', value: 'frais' } as const],
      lines: [
        {
          account_id: findAccountId('650000'),
          share: '100',
          vat_code_id: null,
          third_party_id: null,
          label: null,
          analytics: [{ code_id, share: '100.00' }],
        },
      ],
    });
    const told = (code_id: number) =>
      suggestBookings(
        movement({ amount: '-9.00', communication: 'FRAIS' }),
        knowledgeOf(codes.reduce(companyFile.evolve, file), [], [ofRule(code_id)]),
      )[0]!.lines[0]!.analytics;
    expect(told(901)).to.deep.equal([{ code_id: 901, code: 'P1', axis: 'PROJECT', share: '100.00', amount: null }]);
    expect(told(902)).to.equal(null);
  });

  it('find what is sure among generated payments, and nothing that is wrong', () => {
    const truth = knownTruth(400);
    const { found, sure, wrong } = heldAgainst(truth);
    expect(wrong).to.deep.equal([]);
    expect(found / sure).to.be.at.least(0.95);
  });
});

/** Certain suggestions one after another, as they are booked, against what is true. */
function heldAgainst({ parties, invoices, payments }: Truth) {
  const known = booksWith(parties.map(({ name, iban }, index) => ({ id: index + 1, name, ibans: [iban] })));
  const items = invoices.map(({ party, cents, reference }) =>
    item(fromCents(BigInt(cents)), reference, { third_party_id: party + 1 }),
  );
  const places = new Map(items.map(({ line_id }, index) => [line_id, index]));
  const knowledge = knowledgeOf(known, items);
  let [found, sure] = [0, 0];
  const wrong: unknown[] = [];
  for (const [index, payment] of payments.entries()) {
    if (payment.isSure) sure += 1;
    const [first] = suggestBookings(
      movement({
        id: index + 1,
        amount: fromCents(BigInt(payment.cents)),
        communication: payment.communication,
        structured_communication: payment.structured,
        counterpart_iban: payment.iban,
        counterpart_name: payment.name,
      }),
      knowledge,
    );
    if (!first || first.score < CERTAIN) continue;
    const paid = first.items.map(({ line }) => places.get(line.line_id)!).sort((a, b) => a - b);
    if (paid.join() !== [...payment.pays].sort((a, b) => a - b).join()) wrong.push({ payment, paid, first });
    else if (payment.isSure) found += 1;
    for (const { line, amount } of first.items) takeAmount(knowledge.taken, line.line_id, amount);
  }
  return { found, sure, wrong };
}
