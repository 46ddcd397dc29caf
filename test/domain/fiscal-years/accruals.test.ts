import { expect } from 'chai';
import {
  listAccrualAccounts,
  countAccrualLetteringIds,
  countAccrualLineIds,
  MAX_ACCRUALS,
  type AccruedItem,
  type PostAccruals,
} from '../../../domain/fiscal-years/accruals.ts';
import { companyFile } from '../../../domain/company-file.ts';
import type { CountryCode } from '../../../domain/country-packs/pack.ts';
import type { Lettering } from '../../../domain/lettering/lettering-events.ts';
import { buildCreateRecord } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';
import { booksOf, postedIn, YEAR, type Books, type Line } from './support.ts';

const given = givenFor(companyFile);
const NEXT = YEAR + 500;

/** The books with the year after opened. */
const withNextYear = (country: CountryCode = 'BE'): Books =>
  booksOf(country).do({
    type: 'OpenFiscalYear',
    id: NEXT,
    periodIds: Array.from({ length: 30 }, (_, index) => NEXT + index),
    requested: { code: '2027', starts_on: '2027-01-01', ends_on: '2027-12-31', period_length: 'month' },
  });

function accruals(items: readonly Partial<AccruedItem>[], changes: Partial<PostAccruals> = {}): PostAccruals {
  const range = (first: number, length: number) => Array.from({ length }, (_, index) => first + index);
  const nothing = {
    account_id: null,
    vat_amount: '0.00',
    counterpart_account: null,
    label: null,
    third_party_id: null,
  };
  return {
    type: 'PostAccruals',
    id: YEAR,
    baseVersion: null,
    journal_id: null,
    label: null,
    items: items.map((item) => ({
      kind: 'invoice_to_receive',
      account: '604000',
      amount: '100.00',
      ...nothing,
      ...item,
    })),
    ids: {
      entries: [900, 901],
      lines: range(9_000, countAccrualLineIds(items.length)),
      letterings: range(700, countAccrualLetteringIds(items.length)),
    },
    ...changes,
  };
}

const mirrored = (lines: readonly Line[]): readonly Line[] =>
  lines.map(([number, debit, credit]) => [number, credit, debit]);

describe('accruals', () => {
  const books = withNextYear();

  it('take invoices and credit notes to receive and to issue in on the last day, and out again on the first of the next', () => {
    const posted = books.do(
      accruals([
        { kind: 'invoice_to_receive', account: '604000', amount: '100.00' },
        { kind: 'credit_note_to_receive', account: '604000', amount: '20.00' },
        { kind: 'invoice_to_issue', account: '700000', amount: '300.00' },
        { kind: 'credit_note_to_issue', account: '700000', amount: '40.00' },
      ]),
    );
    const lines: readonly Line[] = [
      ['604000', '100.00', '0.00'],
      ['444000', '0.00', '100.00'],
      ['604000', '0.00', '20.00'],
      ['444000', '20.00', '0.00'],
      ['700000', '0.00', '300.00'],
      ['404000', '300.00', '0.00'],
      ['700000', '40.00', '0.00'],
      ['404000', '0.00', '40.00'],
    ];
    expect(posted.posted('accrual')).to.deep.equal(lines);
    expect(posted.posted('accrual_reversal')).to.deep.equal(mirrored(lines));
    const [accrual, reversal] = postedIn(posted.latest);
    expect(accrual).to.include({
      entry_date: '2026-12-31',
      label: 'Factures à recevoir et à établir de l’exercice 2026',
    });
    expect(reversal).to.include({ entry_date: '2027-01-01', accrual_entry_id: 900, label: 'Extourne de OD 2026/1' });
    expect(posted.balances()).to.deep.equal({
      '404000': '260.00',
      '444000': '-80.00',
      '604000': '80.00',
      '700000': '-260.00',
    });
    expect(posted.balances(NEXT)).to.deep.equal({
      '404000': '-260.00',
      '444000': '80.00',
      '604000': '-80.00',
      '700000': '260.00',
    });
  });

  it('leave nothing open: what can be settled is settled by the reversal', () => {
    const { latest } = books.do(accruals([{}, { amount: '7.00' }]));
    const letterable = ['444000', '604000'].filter(
      (number) => books.file.records['accounts']!.byId.get(books.account(number))!.data['is_letterable'],
    );
    const letterings = latest.flatMap(({ type, data }) =>
      type === 'LinesLettered' ? (data['letterings'] as unknown as Lettering[]) : [],
    );
    expect(letterings.map(({ lines, settled_on }) => [settled_on, lines.map(({ amount }) => amount)])).to.deep.equal(
      letterable.flatMap(() => [
        ['2027-01-01', ['-100.00', '100.00']],
        ['2027-01-01', ['-7.00', '7.00']],
      ]),
    );
  });

  it('have accounts of their own for credit notes and for tax in France', () => {
    const posted = withNextYear('FR').do(
      accruals([
        { kind: 'invoice_to_receive', account: '604000', vat_amount: '20.00' },
        { kind: 'credit_note_to_receive', account: '604000', amount: '10.00', vat_amount: '2.00' },
        { kind: 'invoice_to_issue', account: '706000', vat_amount: '20.00' },
        { kind: 'credit_note_to_issue', account: '706000', amount: '10.00' },
      ]),
    );
    expect(posted.posted('accrual')).to.deep.equal([
      ['604000', '100.00', '0.00'],
      ['445860', '20.00', '0.00'],
      ['408100', '0.00', '120.00'],
      ['604000', '0.00', '10.00'],
      ['445860', '0.00', '2.00'],
      ['409800', '12.00', '0.00'],
      ['706000', '0.00', '100.00'],
      ['445870', '0.00', '20.00'],
      ['418100', '120.00', '0.00'],
      ['706000', '10.00', '0.00'],
      ['419800', '0.00', '10.00'],
    ]);
  });

  it('are made in Luxembourg too', () => {
    const posted = withNextYear('LU').do(accruals([{ account: '61112' }]));
    expect(posted.posted('accrual').at(-1)).to.deep.equal(['44112', '0.00', '100.00']);
  });

  it('follow the settings, or the account and journal that the request names', () => {
    const settings = (changes: Record<string, string | number | null>) =>
      ({ type: 'ChangeCompanySettings', changes, baseVersion: null }) as const;
    const other = books.do(settings({ 'auto_entries.invoices_to_receive.supplier_account': '499000' }));
    expect(other.do(accruals([{}])).posted('accrual')[1]![0]).to.equal('499000');
    expect(other.do(accruals([{ counterpart_account: '444000' }])).posted('accrual')[1]![0]).to.equal('444000');
    const none = books.do(settings({ 'auto_entries.invoices_to_receive.supplier_account': null }));
    given(...none.events)
      .when(accruals([{}]))
      .then(refusedAt(['items.0.counterpart_account', 'accrual_account_missing']));
    const journal = books.do(
      buildCreateRecord('journals', 55, { code: 'REG', label: 'Régularisations', type: 'miscellaneous' }),
      settings({ 'auto_entries.invoices_to_receive.journal_id': 55 }),
    );
    expect(postedIn(journal.do(accruals([{}])).latest)[0]!.journal_id).to.equal(55);
    const own = accruals([{}], { journal_id: books.journal('miscellaneous') });
    expect(postedIn(journal.do(own).latest)[0]!.journal_id).to.equal(books.journal('miscellaneous'));
    expect(listAccrualAccounts(books.file)).to.have.members([books.account('444000'), books.account('404000')]);
  });

  it('say whom they are about, without owing anything yet', () => {
    const known = books.do(buildCreateRecord('third-parties', 31, { type: 'supplier', code: 'S1', name: 'Bailleur' }));
    const [entry] = postedIn(
      known.do(accruals([{ third_party_id: 31 }, { third_party_id: 31, label: 'Loyer' }])).latest,
    );
    expect(entry!.third_party_id).to.equal(null);
    expect(entry!.lines.map(({ label, third_party_id }) => [label, third_party_id])).to.deep.equal([
      ['Bailleur', null],
      ['Bailleur', null],
      ['Loyer', null],
      ['Loyer', null],
    ]);
    given(...books.events)
      .when(accruals([{ third_party_id: 31 }]))
      .then(refusedAt(['items.0.third_party_id', 'third_party_unknown']));
  });

  it('need the next year, and days on which can be posted', () => {
    given(...booksOf().events)
      .when(accruals([{}]))
      .then(refused('accrual_without_next_year', { field: 'id' }));
    const locked = (fiscalYear: number, index: number) => {
      const { periods } = books.file.fiscalYears.find(({ id }) => id === fiscalYear)!;
      return books.do({ type: 'LockPeriod', id: fiscalYear, periodId: periods[index]!.id, baseVersion: null });
    };
    for (const one of [locked(YEAR, 11), locked(NEXT, 0)])
      given(...one.events)
        .when(accruals([{}]))
        .then(refused('period_locked', { field: 'id', facts: { reason: 'period_locked' } }));
    const closed = books.post('2026-05-01', ['604000', '1.00', '0.00'], ['550000', '0.00', '1.00']);
    given(...closed.do(closed.closing()).events)
      .when(accruals([{}]))
      .then({
        refused: true,
        code: 'period_locked',
        problems: [{ code: 'fiscal_year_closed', field: 'id' }],
        facts: { reason: 'fiscal_year_closed' },
      });
  });

  it('are refused with everything that is wrong with them', () => {
    given(...books.events)
      .when(
        accruals([
          { account: null },
          { account: '999999' },
          { amount: '0.00' },
          { vat_amount: '1.00' },
          { counterpart_account: '44' },
        ]),
      )
      .then(
        refusedAt(
          ['items.0.account', 'required'],
          ['items.1.account', 'account_unknown'],
          ['items.2.amount', 'accrual_without_amount'],
          ['items.3.vat_amount', 'accrual_without_vat'],
          ['items.4.counterpart_account', 'account_is_group'],
        ),
      );
    given(...books.events)
      .when(accruals(Array.from({ length: MAX_ACCRUALS + 1 }, () => ({}))))
      .then(refusedAt(['items', 'entry_too_many_lines']));
  });
});
