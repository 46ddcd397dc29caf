import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { PostedEntry } from '../../../domain/ledger/entry-events.ts';
import type { RequestedLine } from '../../../domain/ledger/entry.ts';
import { MAX_AMOUNT } from '../../../domain/money.ts';
import { decided, findJournalId, buildPostEntry } from '../../support/company-file-samples.ts';
import { givenFor, refusedAt } from '../../support/given.ts';
import {
  boxesInShort,
  COST,
  documentIn,
  fileOf,
  inShort,
  invoiceLine,
  journalOfType,
  postedBy,
  postInvoice,
} from './documents.ts';

const given = givenFor(companyFile);
const { events: opened, file } = fileOf('BE');

describe('a tax base of its own on the line of a document', () => {
  it('is less than the amount where a discount for prompt payment is offered', () => {
    const lines = [invoiceLine('1000.00', 'P-S-21', { tax_base: '980.00' })];
    const entry = postedBy(postInvoice({ lines }), file);
    expect(inShort(entry, file)).to.deep.equal(['612400 D 1000.00', '411000 D 205.80', '440000 C 1205.80']);
    expect(boxesInShort(entry)).to.deep.equal(['82=980.00', '59=205.80']);
    expect(entry.vat![0]).to.include({ base: '980.00', deductible: '205.80' });
    const vat_amounts = [{ vat_code: 'P-S-21', vat_code_id: null, amount: '205.79' }];
    expect(inShort(postedBy(postInvoice({ lines, vat_amounts }), file), file)[2]).to.equal('440000 C 1205.79');
  });

  it('is all of a customs document, which needs no account', () => {
    const line = { ...invoiceLine('0.00', 'P-M-IMPC-21'), account: null, tax_base: '5000.00' };
    const entry = postedBy(postInvoice({ lines: [line] }), file);
    expect(inShort(entry, file)).to.deep.equal(['411000 D 1050.00', '440000 C 1050.00']);
    expect(boxesInShort(entry)).to.deep.equal(['81=5000.00', '59=1050.00']);
    const credited = documentIn('BE', 'purchase', 'credit_note', [], { lines: [line] });
    const note = postedBy(credited, file);
    expect(inShort(note, file)).to.deep.equal(['411000 C 1050.00', '440000 D 1050.00']);
    expect(boxesInShort(note)).to.deep.equal(['81=-5000.00', '85=5000.00', '63=1050.00']);
  });

  it('stands in the other countries too', () => {
    for (const [country, code, tax] of [
      ['FR', 'P-G-20', '196.00'],
      ['LU', 'P-M-17', '166.60'],
    ] as const) {
      const lines = [invoiceLine('1000.00', code, { account: COST[country], tax_base: '980.00' })];
      const entry = postedBy(documentIn(country, 'purchase', 'invoice', [], { lines }), fileOf(country).file);
      expect(entry.vat![0], country).to.include({ base: '980.00', deductible: tax });
    }
  });

  it('shares tax that is not deducted by what it is reckoned on, and then needs an account', () => {
    const half = (changes: object) => ({ ...invoiceLine('0.00', 'P-S-21-D50'), tax_base: '100.00', ...changes });
    const entry = postedBy(postInvoice({ lines: [half({})] }), file);
    expect(inShort(entry, file)).to.deep.equal(['612400 D 10.50', '411000 D 10.50', '440000 C 21.00']);
    given(opened)
      .when(postInvoice({ lines: [half({ account: null })] }))
      .then(refusedAt(['lines.0.account', 'required']));
  });

  it('has the sign of the amount, and bounds', () => {
    given(opened)
      .when(postInvoice({ lines: [invoiceLine('10.00', 'P-S-21', { tax_base: '-1.00' })] }))
      .then(refusedAt(['lines.0.tax_base', 'tax_base_of_other_sign']));
    const large = invoiceLine('1.00', 'P-S-0', { tax_base: MAX_AMOUNT });
    given(opened)
      .when(postInvoice({ lines: [large, large] }))
      .then(refusedAt(['lines', 'amount_too_large']));
    given(opened)
      .when(postInvoice({ lines: [invoiceLine('0.00', 'P-S-21', { tax_base: '0.00' })] }))
      .then(refusedAt(['lines', 'document_is_zero']));
  });
});

describe('VAT in a free entry', () => {
  type Written = readonly [account: string, debit: string, credit: string, code?: string, base?: string];
  const requested = (lines: readonly Written[]) =>
    buildPostEntry({
      journal_id: findJournalId('OD', file),
      entry_date: '2026-03-15',
      lineIds: lines.map((_, index) => 900 + index),
      lines: lines.map(([account, debit, credit, vat_code = null, tax_base = null]): RequestedLine => ({
        account,
        account_id: null,
        debit,
        credit,
        label: null,
        third_party_id: null,
        vat_code,
        vat_code_id: null,
        tax_base,
      })),
    });
  const posted = (...lines: Written[]): PostedEntry =>
    decided(requested(lines), file)[0]!.data as unknown as PostedEntry;

  it('comes from lines of base and lines of tax, told apart by their accounts', () => {
    const entry = posted(
      ['612400', '100.00', '0.00', 'P-S-CC-21'],
      ['411000', '21.00', '0.00', 'P-S-CC-21'],
      ['451056', '0.00', '21.00', 'P-S-CC-21'],
      ['550000', '0.00', '100.00'],
    );
    expect(boxesInShort(entry)).to.deep.equal(['82=100.00', '87=100.00', '56=21.00', '59=21.00']);
    expect(entry.lines.map(({ vat_code_id }) => vat_code_id !== undefined)).to.deep.equal([true, true, true, false]);
    const sold = posted(
      ['570000', '121.00', '0.00'],
      ['700000', '0.00', '100.00', 'S-21'],
      ['451000', '0.00', '21.00', 'S-21'],
    );
    expect(boxesInShort(sold)).to.deep.equal(['03=100.00', '54=21.00']);
  });

  it('takes the base from a line of tax, or from a line that says nothing else', () => {
    const customs: Written[] = [
      ['411000', '1050.00', '0.00', 'P-M-IMPC-21', '5000.00'],
      ['550000', '0.00', '1050.00'],
    ];
    expect(boxesInShort(posted(...customs))).to.deep.equal(['81=5000.00', '59=1050.00']);
    const adjusted = posted(['612400', '0.00', '0.00', 'P-S-EX', '40.00']);
    expect([adjusted.total, boxesInShort(adjusted)]).to.deep.equal(['0.00', ['82=40.00']]);
  });

  it('keeps tax that is part of a cost apart from the base', () => {
    const entry = posted(
      ['612400', '110.50', '0.00', 'P-S-21-D50', '100.00'],
      ['411000', '10.50', '0.00', 'P-S-21-D50'],
      ['550000', '0.00', '121.00'],
    );
    expect(entry.vat![0]).to.include({ base: '100.00', deductible: '10.50', non_deductible: '10.50' });
    expect(boxesInShort(entry)).to.deep.equal(['82=110.50', '59=10.50']);
  });

  it('does what a credit note does where it comes to less than nothing', () => {
    const entry = posted(
      ['700000', '100.00', '0.00', 'S-21'],
      ['451000', '21.00', '0.00', 'S-21'],
      ['570000', '0.00', '121.00'],
    );
    expect(boxesInShort(entry)).to.deep.equal(['49=100.00', '64=21.00']);
    expect(entry.vat![0]).to.include({ base: '-100.00', due: '-21.00' });
  });

  it('is none where lines of a code make nothing together', () => {
    const entry = posted(['612400', '5.00', '0.00', 'P-S-0'], ['612400', '0.00', '5.00', 'P-S-0']);
    expect(entry.vat).to.equal(undefined);
  });

  it('reaches every box that documents fill, in every country', () => {
    for (const country of ['BE', 'FR', 'LU'] as const) {
      const own = fileOf(country).file;
      const reached = new Set<string>();
      const wanted = new Set<string>();
      for (const [id, { data }] of own.records['vat-codes']!.byId.entries()) {
        const { boxes } = data as unknown as { boxes: Record<string, Record<string, { box: string }[]>> };
        for (const effects of Object.values(boxes))
          for (const parts of Object.values(effects)) for (const { box } of parts) wanted.add(box);
        const accountOf = (name: string) => (data as Record<string, number | null>)[name] ?? null;
        for (const sign of [1, -1]) {
          const base = sign === 1 ? '100.00' : '-100.00';
          const side = (isDebit: boolean, amount: string) =>
            isDebit === (sign === 1) ? { debit: amount, credit: '0.00' } : { debit: '0.00', credit: amount };
          const isPurchase = data['direction'] === 'purchase';
          const free = { label: null, third_party_id: null, account: null, vat_code: null };
          const cost = { ...free, account: COST[country], account_id: null };
          const due = accountOf('due_account_id');
          const deductible = accountOf('deductible_account_id');
          const lines = [
            { ...cost, ...side(isPurchase, '110.00'), vat_code_id: id, tax_base: base },
            { ...cost, ...side(!isPurchase, '110.00') },
            ...(due === null ? [] : [{ ...free, account_id: due, ...side(false, '10.00'), vat_code_id: id }]),
            ...(due === null ? [] : [{ ...cost, ...side(true, '10.00') }]),
            ...(deductible === null
              ? []
              : [{ ...free, account_id: deductible, ...side(true, '10.00'), vat_code_id: id }]),
            ...(deductible === null ? [] : [{ ...cost, ...side(false, '10.00') }]),
          ];
          const journal_id = journalOfType(country, 'miscellaneous');
          const lineIds = lines.map((_, index) => 900 + index);
          const [event] = decided(buildPostEntry({ journal_id, entry_date: '2026-03-15', lineIds, lines }), own);
          const { vat = [] } = event!.data as unknown as PostedEntry;
          for (const { boxes: filled } of vat) for (const { box } of filled) reached.add(box);
        }
      }
      expect(
        [...wanted].filter((box) => !reached.has(box)),
        country,
      ).to.deep.equal([]);
    }
  });

  it('needs a code that exists, also for a base', () => {
    given(opened)
      .when(
        requested([
          ['612400', '5.00', '0.00', undefined, '5.00'],
          ['550000', '0.00', '5.00', 'XX'],
        ]),
      )
      .then(refusedAt(['lines.0.tax_base', 'tax_base_without_code'], ['lines.1.vat_code', 'vat_code_unknown']));
    given(opened)
      .when(requested([['612400', '0.00', '0.00', 'P-S-0']]))
      .then(refusedAt(['lines.0.debit', 'line_no_side']));
  });
});
