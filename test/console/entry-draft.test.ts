import { expect } from 'chai';
import type { EntryTemplate } from '../../console/entries/answers.ts';
import {
  balanceLine,
  changeLine,
  createDraft,
  fromEntry,
  fromTemplate,
  isComplete,
  removeLine,
  sumLines,
  toBody,
  toTemplateBody,
  type EntryDraft,
} from '../../console/entries/draft.ts';

const DAY = '2026-05-04';
const empty = createDraft('3', DAY);
const typed = (changes: readonly Parameters<typeof changeLine>[2][]): EntryDraft =>
  changes.reduce<EntryDraft>((draft, change, index) => changeLine(draft, index + 1, change), empty);
const half = typed([{ account: '610000', debit: '100.00' }, { account: '440000' }]);

describe('An entry while it is typed', () => {
  it('always has an empty line at the end', () => {
    expect(empty.lines).to.have.length(2);
    expect(half.lines.map(({ key, account }) => `${key} ${account}`)).to.deep.equal(['1 610000', '2 440000', '3 ']);
    expect(removeLine(half, 2).lines.map(({ key }) => key)).to.deep.equal([1, 3]);
  });

  it('gives a line what the others lack, on the side where it is lacking', () => {
    expect(sumLines(half.lines).difference).to.equal('100.00');
    const balanced = balanceLine(half, 2);
    expect(balanced.lines[1]).to.include({ debit: '', credit: '100.00' });
    expect(sumLines(balanced.lines).difference).to.equal('0.00');
    const other = balanceLine(changeLine(half, 2, { credit: '130.00' }), 3);
    expect(other.lines[2]).to.include({ debit: '30.00', credit: '' });
    expect(balanceLine(balanced, 3)).to.equal(balanced);
  });

  it('is shown to the service when it is complete', () => {
    expect([empty, half, balanceLine(half, 2)].map(isComplete)).to.deep.equal([false, false, true]);
    const invoice = { ...typed([{ account: '610000', amount: '5.00' }]), kind: 'invoice' as const };
    expect([invoice, { ...invoice, party: { id: 8, name: 'Léon' } }].map(isComplete)).to.deep.equal([false, true]);
  });

  it('is sent without its empty lines and fields', () => {
    const draft = changeLine(balanceLine(half, 2), 1, { codes: { PROJECT: 'SHOP', SITE: '' } });
    const { lines, ...head } = toBody(draft);
    expect(head).to.deep.equal({ journal_id: 3, entry_date: DAY, due_date: null, label: null, reference: null });
    const common = { label: null, vat_code: null, third_party_id: null };
    expect(lines).to.deep.equal([
      { ...common, account: '610000', debit: '100.00', credit: null, analytics: [{ code: 'SHOP' }] },
      { ...common, account: '440000', debit: null, credit: '100.00' },
    ]);
  });

  it('becomes a template that posts nothing by itself, and comes back with its dates filled in', () => {
    const body = toTemplateBody({ ...balanceLine(half, 2), label: 'Rent {month}' }, 'Rent');
    expect(body).to.deep.include({ kind: 'free', label: 'Rent', is_active: false, mode: 'propose' });
    expect(body.template).to.not.have.any.keys('entry_date', 'due_date');
    const nothing = { account_id: null, vat_code_id: null, amount: null, analytics: null };
    const lines = body.template.lines.map((line) => ({ debit: null, credit: null, ...line, ...nothing }));
    const kept = { id: 1, label: 'Rent', kind: 'free', template: { third_party_id: null, ...body.template, lines } };
    const names = { nameParty: () => null, getAccountNumber: () => '', getVatCode: () => '' };
    const filled = fromTemplate(kept as unknown as EntryTemplate, DAY, names);
    expect(filled).to.include({ label: 'Rent 2026-05', date: DAY, journalId: '3' });
    expect(sumLines(filled.lines)).to.include({ debit: '100.00', difference: '0.00' });
  });

  it('repeats the lines of another entry', () => {
    const line = { label: null, third_party_id: 8, vat_code: { code: 'P-S-21' }, debit: '0.00', credit: '9.00' };
    const account = { id: 1, number: '440000', label: 'Suppliers' };
    const analytics = [{ axis: 'PROJECT', code: 'SHOP' }];
    const entry = { journal_id: 3, label: 'Paper', reference: null, lines: [{ ...line, account, analytics }] };
    const [copied] = fromEntry(entry, DAY, (id) => ({ id, name: 'Léon' })).lines;
    expect(copied).to.deep.include({ account: '440000', debit: '', credit: '9.00', vatCode: 'P-S-21' });
    expect(copied).to.deep.include({ party: { id: 8, name: 'Léon' }, codes: { PROJECT: 'SHOP' } });
  });
});
