import { expect } from 'chai';
import { applyLessons, buildSenderKeys, type Lesson } from '../../../domain/document-imports/learning.ts';
import type { ExtractedSheet } from '../../../domain/document-imports/sheet.ts';
import { buildSheet } from '../../support/sheets.ts';

const IBAN = 'BE68539007547034';
const lesson = (
  read: ExtractedSheet,
  change: (sheet: ExtractedSheet) => ExtractedSheet,
  chosenId: number | null = null,
): Lesson => ({
  read,
  corrected: change(read),
  chosenId,
});
const rename =
  (name: string, more: Partial<ExtractedSheet['counterparty']> = {}) =>
  (sheet: ExtractedSheet): ExtractedSheet => ({ ...sheet, counterparty: { ...sheet.counterparty, name, ...more } });
const apply = (sheet: ExtractedSheet, ...lessons: readonly Lesson[]) => applyLessons({ sheet, warnings: [] }, lessons);

describe('Corrections of earlier documents', () => {
  it('are applied to documents of the same number, account or name', () => {
    const byNumber = buildSheet({ counterparty: { name: 'Verkäufer', vat_number: 'BE0477472701' } });
    const named = apply({ ...byNumber, number: 'X-2' }, lesson(byNumber, rename('Papeterie')));
    expect(named.sheet).to.deep.include({ number: 'X-2' });
    expect(named.sheet.counterparty.name).to.equal('Papeterie');
    expect(named.isDoubtful).to.equal(false);
    const byAccount = buildSheet({ counterparty: { name: 'Devise', iban: IBAN } });
    const next = buildSheet({ counterparty: { name: 'E-Mail', iban: IBAN } });
    const known = apply(next, lesson(byAccount, rename('Papeterie', { vat_number: 'BE0477472701' })));
    expect(known.sheet.counterparty).to.include({ name: 'Papeterie', vat_number: 'BE0477472701', iban: IBAN });
    const byName = buildSheet({ counterparty: { name: 'Shop SA' } });
    const guessed = applyLessons({ sheet: byName, warnings: [{ code: 'vat_number_missing' }] }, [
      lesson(byName, rename('Shop SA', { vat_number: 'BE0477472701' })),
    ]);
    expect(guessed).to.deep.include({ isDoubtful: true, warnings: [{ code: 'learnt_uncertain' }] });
  });

  it('are not applied to others: another number or account, the other direction', () => {
    const read = buildSheet({ counterparty: { name: 'Facture', iban: IBAN } });
    const correction = lesson(read, rename('Papeterie'));
    const isSame = (sheet: ExtractedSheet) => apply(sheet, correction).sheet === sheet;
    expect(isSame(buildSheet({ counterparty: { name: 'Facture', iban: 'FR7630006000011234567890189' } }))).to.equal(
      true,
    );
    expect(isSame(buildSheet({ direction: 'sale', counterparty: { name: 'Facture', iban: IBAN } }))).to.equal(true);
    expect(isSame(buildSheet({ counterparty: { name: 'Autre' } }))).to.equal(true);
  });

  it('of a wrong number are not applied to the company whose number that is', () => {
    const read = buildSheet({ counterparty: { name: 'Reader', vat_number: 'BE0477472701', iban: IBAN } });
    const wrong = lesson(read, rename('Writer', { vat_number: 'BE0428759497' }));
    const reader = buildSheet({
      counterparty: { name: 'Platform SA', vat_number: 'BE0477472701', iban: 'FR7630006000011234567890189' },
    });
    expect(apply(reader, wrong).sheet).to.equal(reader);
    expect(apply({ ...read, number: 'N-2' }, wrong).sheet.counterparty.vat_number).to.equal('BE0428759497');
  });

  it('concern the sender alone: no number, date, amount or line', () => {
    const read = buildSheet({ number: 'A-1', date: '2026-01-10', gross: '1.00', counterparty: { iban: IBAN } });
    const all = lesson(read, (sheet) => ({
      ...sheet,
      number: 'A-2',
      date: '2026-01-11',
      due_date: '2026-02-10',
      document_type: 'credit_note',
      totals: { ...sheet.totals, gross: '2.00' },
      currency: 'USD',
    }));
    const next = buildSheet({ number: 'B-1', date: '2026-03-01', gross: '3.00', counterparty: { iban: IBAN } });
    expect(apply(next, all).sheet).to.deep.equal({ ...next, currency: 'USD', due_date: '2026-03-31' });
    const stated = { ...next, due_date: '2026-03-08', currency: 'GBP' };
    expect(apply(stated, all).sheet).to.equal(stated);
  });

  it('follow one another: the latest wins, and a value that was taken away stays away', () => {
    const read = buildSheet({ counterparty: { name: 'One', iban: IBAN, email: 'wrong@example.be' } });
    const first = lesson(read, rename('Two', { email: null }));
    const second = lesson(first.corrected, rename('Three'));
    const { counterparty } = apply(read, first, second).sheet;
    expect(counterparty).to.include({ name: 'Three', email: null });
    expect(
      apply(
        read,
        lesson(read, (sheet) => sheet, 7),
        lesson(read, (sheet) => sheet, 9),
      ).chosenId,
    ).to.equal(9);
  });

  it('know a sender by its own account, never by that of the company', () => {
    const payment = { iban: IBAN, bic: null, paid: false };
    expect(buildSenderKeys(buildSheet({ payment })).iban).to.equal(IBAN);
    expect(buildSenderKeys(buildSheet({ direction: 'sale', payment })).iban).to.equal(null);
  });
});
