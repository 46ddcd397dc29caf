import { expect } from 'chai';
import { computeWaitingCodes, type WaitingDocument } from '../../../domain/budgets/waiting-codes.ts';
import type { CompanyFile } from '../../../domain/company-file.ts';
import type { RequestedDocument } from '../../../domain/documents/content.ts';
import { negate } from '../../../domain/money.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  findJournalId,
  replay,
} from '../../support/company-file-samples.ts';
import { booking, documentLine, factsAfter, openedFile, postedIn, recordDocument } from '../documents/samples.ts';
import { CUSTOMER, INCOME, SUPPLIER } from '../ledger/documents.ts';

const defaults = (resource: string, id: number, ...codes: readonly (readonly [string, string])[]) =>
  ({
    type: 'UpdateRecord',
    resource,
    id,
    baseVersion: null,
    changes: { analytics: codes.map(([code, share]) => ({ code, share })) },
  }) as const;

/** Three axes: the supplier has a default of the first, an account of the second, journals of the third. */
const file = [
  ...[
    ['PROJECT', 'P1'],
    ['PROJECT', 'P2'],
    ['BRANCH', 'B1'],
    ['BRANCH', 'B2'],
    ['TEAM', 'T1'],
    ['TEAM', 'T2'],
  ].map(([axis, code], index) => buildCreateRecord('analytic-codes', 31 + index, { axis, code, label: 'Code' })),
  defaults('third-parties', SUPPLIER, ['P1', '100.00']),
  defaults('accounts', findAccountId('612400', openedFile), ['B1', '33.33'], ['B2', '66.67']),
  defaults('journals', findJournalId('ACH', openedFile), ['T1', '100.00']),
  buildCreateRecord('journals', 880, { code: 'ACH2', label: 'Autres', type: 'purchase' }),
  defaults('journals', 880, ['T2', '100.00']),
  buildCreateRecord('journal-rules', 881, { journal_id: 880, keyword: 'cartes' }),
].reduce<CompanyFile>((before, command) => replay(decided(command, before), before), openedFile);

const asked = (code: string, fields: object) => ({ code, code_id: null, share: null, amount: null, ...fields });

/** What is committed, and what booking the document then puts under the same codes. */
function bothOf(document: Partial<RequestedDocument>, withDefaults = true) {
  const events = decided(recordDocument(document), file);
  const facts = factsAfter(events);
  const waiting: WaitingDocument = {
    ...facts,
    period: 2,
    lines: facts.lines.map((line) => ({ ...line, number: '612400', type: 'expense' })),
  };
  const committed = computeWaitingCodes(waiting, { defaults: withDefaults }, file);
  const command = { type: 'BookDocument', facts, booking: booking(facts.lines.length), baseVersion: null } as const;
  const { lines } = postedIn(decided(command, replay(events, file)));
  const booked = lines.flatMap(({ debit, analytics = [] }) =>
    analytics.map(({ code_id, amount }) => [code_id, debit === '0.00' ? negate(amount) : amount] as const),
  );
  return { committed: committed.map(({ analytic_code_id, balance }) => [analytic_code_id, balance]), booked };
}

describe('Documents that wait, by analytic code', () => {
  it('are told as when they are booked: what a line says, then third party, account and the journal of the rules', () => {
    const lines = [
      documentLine('100.00', 'P-S-0', {
        analytics: [asked('P2', { share: '60.00' }), asked('P1', { share: '40.00' })],
      }),
      documentLine('10.01', 'P-S-0', { description: 'Papier' }),
      documentLine('-3.00', 'P-S-0'),
    ];
    const { committed, booked } = bothOf({ lines });
    expect(committed).to.deep.equal(booked);
    expect(committed.slice(0, 5)).to.deep.equal([
      [32, '60.00'],
      [31, '40.00'],
      [33, '33.33'],
      [34, '66.67'],
      [36, '100.00'],
    ]);
    const plain = bothOf({ lines: [documentLine('10.00', 'P-S-0', { description: 'Papier' })] });
    expect(plain.committed.at(-1)).to.deep.equal([35, '10.00']);
    expect(plain.committed).to.deep.equal(plain.booked);
  });

  it('are in the currency of the books, and on the side of a credit note or a sale', () => {
    const lines = [
      documentLine('100.00', 'P-S-0', {
        analytics: [asked('T1', { amount: '33.33' }), asked('T2', { amount: '66.67' })],
      }),
    ];
    for (const fields of [{ currency: 'USD', exchange_rate: '1.09613066' }, { is_credit_note: true }]) {
      const { committed, booked } = bothOf({ lines, ...fields });
      expect(committed).to.deep.equal(booked);
    }
    const sold = [documentLine('5.00', 'S-0', { account: INCOME.BE, analytics: [asked('P2', { share: '100.00' })] })];
    const sale = bothOf({ direction: 'sale', third_party_id: CUSTOMER, number: 'V-1', lines: sold });
    expect(sale.committed)
      .to.deep.equal(sale.booked)
      .and.to.deep.equal([[32, '-5.00']]);
  });

  it('have what their lines say alone where nobody remembers the defaults', () => {
    const lines = [documentLine('100.00', 'P-S-0', { analytics: [asked('P2', { share: '100.00' })] })];
    expect(bothOf({ lines }, false).committed).to.deep.equal([[32, '100.00']]);
    expect(bothOf({}, false).committed).to.deep.equal([]);
  });
});
