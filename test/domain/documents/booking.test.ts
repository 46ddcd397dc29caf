import { expect } from 'chai';
import fc from 'fast-check';
import { companyFile } from '../../../domain/company-file.ts';
import type { BookDocument } from '../../../domain/documents/booking.ts';
import { countInvoiceLineIds } from '../../../domain/ledger/invoice.ts';
import { absolute, add, subtract, sum } from '../../../domain/money.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import {
  buildCreateRecord,
  decided,
  findJournalId,
  MARCH,
  buildPeriodLocked,
  replay,
} from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';
import { CUSTOMER, inShort, INCOME, SUPPLIER } from '../ledger/documents.ts';
import {
  booking,
  decide,
  documentLine,
  factsAfter,
  opened,
  openedFile,
  postedIn,
  recordDocument,
  recordedIn,
  withDocument,
} from './samples.ts';

const given = givenFor(companyFile);

describe('booking a document', () => {
  const book = (
    { facts }: Pick<BookDocument, 'facts'>,
    changes: Parameters<typeof booking>[1] = {},
    baseVersion: number | null = null,
  ): BookDocument => ({ type: 'BookDocument', facts, booking: booking(facts.lines.length, changes), baseVersion });

  it('posts it as an invoice to the journal of its direction, on its own day', () => {
    const document = withDocument();
    const events = decided(book(document), document.file);
    const entry = postedIn(events);
    expect(entry).to.deep.include({
      id: 77,
      journal_id: findJournalId('ACH', openedFile),
      entry_date: '2026-03-15',
      due_date: '2026-04-14',
      reference: 'F-12',
      origin: 'invoice',
      third_party_id: SUPPLIER,
    });
    expect(inShort(entry, openedFile)).to.deep.equal(['612400 D 100.00', '411000 D 21.00', '440000 C 121.00']);
    expect(events.at(-1)).to.deep.equal({
      type: 'DocumentBooked',
      data: { id: 501, version: 2, entry_id: 77, third_party_id: SUPPLIER },
    });
  });

  it('posts a credit note as one, to the journal of credit notes', () => {
    const document = withDocument({ is_credit_note: true });
    const entry = postedIn(decided(book(document), document.file));
    expect(entry).to.include({ origin: 'credit_note', journal_id: findJournalId('NCA', openedFile) });
    expect(inShort(entry, openedFile)).to.deep.equal(['612400 C 100.00', '411000 C 21.00', '440000 D 121.00']);
  });

  it('tells its lines by the codes of the document, in the currency of the books', () => {
    const codes = [
      ...decided(
        buildCreateRecord('analytic-codes', 31, { axis: 'PROJECT', code: 'P1', label: 'Offices' }),
        openedFile,
      ),
      ...decided(
        buildCreateRecord('analytic-codes', 32, { axis: 'PROJECT', code: 'P2', label: 'Workshop' }),
        openedFile,
      ),
      ...decided(
        buildCreateRecord('analytic-codes', 33, { axis: 'BRANCH', code: 'B1', label: 'Brussels' }),
        openedFile,
      ),
    ];
    const file = replay(codes, openedFile);
    const analytics = [
      { code: 'P1', code_id: null, share: null, amount: '33.33' },
      { code: 'P2', code_id: null, share: null, amount: '66.67' },
      { code: 'B1', code_id: null, share: '100.00', amount: null },
    ];
    const lines = [documentLine('100.00', 'P-S-0', { analytics })];
    const events = decided(recordDocument({ lines, currency: 'USD', exchange_rate: '1.09613066' }), file);
    const kept = recordedIn(events).lines[0]!.analytics;
    expect(kept).to.deep.equal([
      { code_id: 31, amount: '33.33' },
      { code_id: 32, amount: '66.67' },
      { code_id: 33, share: '100.00' },
    ]);
    const after = replay(events, file);
    const entry = postedIn(decided(book({ facts: factsAfter(events) }), after));
    const told = entry.lines[0]!.analytics?.map(({ code, amount }) => `${code} ${amount}`);
    expect(told).to.deep.equal(['P1 30.41', 'P2 60.82', 'B1 91.23']);
    const trash = { type: 'TrashRecord', resource: 'analytic-codes', id: 31, baseVersion: null } as const;
    expect(decide(trash, after)).to.deep.include({ code: 'in_use' });
    const changed = [documentLine('100.00', 'P-S-0', { analytics: [{ ...analytics[2]!, share: '90.00' }] })];
    given(opened, codes)
      .when(recordDocument({ lines: changed }))
      .then(refusedAt(['lines.0.analytics', 'analytic_shares_not_whole']));
  });

  it('goes where a rule of a journal sends it', () => {
    const other = decided(
      buildCreateRecord('journals', 880, { code: 'ACH2', label: 'Autres', type: 'purchase' }),
      openedFile,
    );
    const withJournal = replay(other, openedFile);
    const rule = buildCreateRecord('journal-rules', 881, { journal_id: 880, keyword: 'cartes' });
    const document = withDocument();
    const file = replay([...decided(rule, withJournal), ...document.events], withJournal);
    expect(postedIn(decided(book(document), file)).journal_id).to.equal(880);
    expect(
      postedIn(decided(book(document, { journal_id: findJournalId('ACH', openedFile) }), file)).journal_id,
    ).to.equal(findJournalId('ACH', openedFile));
  });

  it('is refused in a journal of the other direction, in a locked period, and twice', () => {
    const document = withDocument();
    given(opened, ...document.events)
      .when(book(document, { journal_id: findJournalId('VEN', openedFile) }))
      .then(refusedAt(['journal_id', 'journal_not_of_direction']));
    given(opened, ...document.events, buildPeriodLocked(MARCH))
      .when(book(document))
      .then(refused('period_locked', { field: 'entry_date', facts: { reason: 'period_locked' } }));
    const booked = decided(book(document), document.file);
    given(opened, ...document.events, ...booked)
      .when(book({ facts: factsAfter([...document.events, ...booked]) }))
      .then(refused('document_booked', { field: 'status', facts: { journal_entry_id: 77 } }));
    given(opened, ...document.events)
      .when(book(document, {}, 7))
      .then(refused('conflict', { facts: { server_version: 1 } }));
  });

  it('may come so late that it is due already', () => {
    const document = withDocument();
    const entry = postedIn(decided(book(document, { entry_date: '2026-06-01' }), document.file));
    expect(entry).to.include({ entry_date: '2026-06-01', due_date: '2026-04-14' });
  });

  it('is refused when it stands in the books already', () => {
    const document = withDocument();
    const same = {
      id: 5,
      called: 'ACH-2026-00001',
      origin: 'invoice',
      entry_date: '2026-03-15',
      total: '9.00',
    } as const;
    given(opened, ...document.events)
      .when(book(document, { sameReferences: [same] }))
      .then(refused('invoice_already_posted', { field: 'reference', facts: { entry_id: 5 } }));
  });

  it('turns a foreign currency into that of the books, once its rate is known', () => {
    const foreign = withDocument({ currency: 'USD' });
    given(opened, ...foreign.events)
      .when(book(foreign))
      .then(refused('rate_unknown', { field: 'exchange_rate', facts: { currency: 'USD', on: '2026-03-15' } }));
    const known = withDocument({ currency: 'USD', exchange_rate: '1.08518719' });
    expect(known.facts).to.include({ amount_gross: '121.00', exchange_rate: '1.08518719' });
    const entry = postedIn(decided(book(known), known.file));
    expect(inShort(entry, openedFile)).to.deep.equal(['612400 D 92.15', '411000 D 19.35', '440000 C 111.50']);
  });

  it('can be done with the recording, in one append or not at all', () => {
    const events = decided(recordDocument({}, { booking: booking() }), openedFile);
    expect(events.map(({ type }) => type)).to.deep.equal(['DocumentRecorded', 'EntryPosted', 'DocumentBooked']);
    given(opened, buildPeriodLocked(MARCH))
      .when(recordDocument({}, { booking: booking() }))
      .then(refused('period_locked', { field: 'entry_date', facts: { reason: 'period_locked' } }));
  });
});

/** Codes of either direction that charge tax, charge none, or reverse it; amounts that do and do not divide evenly. */
const CODES = {
  purchase: ['P-S-21', 'P-S-6', 'P-S-12', 'P-S-0', 'P-S-CC-21', 'P-M-IC-6', 'P-I-IMP-21', 'P-S-21-D50'],
  sale: ['S-21', 'S-6', 'S-12', 'S-0', 'S-CC', 'S-IC-G'],
} as const;

describe('any document', () => {
  const direction = fc.constantFrom('purchase' as const, 'sale' as const);
  const document = direction.chain((side) =>
    fc.record({
      direction: fc.constant(side),
      is_credit_note: fc.boolean(),
      lines: fc.array(
        fc.record({
          cents: fc.integer({ min: -50_000, max: 5_000_000 }),
          code: fc.constantFrom(...CODES[side]),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      /** By how much the supplier has rounded otherwise. */
      off: fc.integer({ min: -3, max: 3 }),
    }),
  );

  it('comes to what its entry posts, to the cent: net and VAT make the gross that the third party owes or is owed', () => {
    let booked = 0;
    fc.assert(
      fc.property(document, ({ direction: side, is_credit_note, lines, off }) => {
        const requested = lines.map(({ cents, code }) =>
          documentLine(
            (cents / 100).toFixed(2).replace(/^-0\.00$/, '0.00'),
            code,
            side === 'sale' ? { account: INCOME.BE } : {},
          ),
        );
        const third_party_id = side === 'sale' ? CUSTOMER : SUPPLIER;
        const plain = { direction: side, is_credit_note, third_party_id, lines: requested };
        const computed = decide(recordDocument(plain), openedFile);
        if (isRefusal(computed)) return;
        const vat_amounts = recordedIn(computed)
          .vat.filter(({ tax }) => Number(tax) > 1)
          .map(({ vat_code_id, tax }) => ({ vat_code: null, vat_code_id, amount: add(tax, (off / 100).toFixed(2)) }));
        const withBooking = { booking: booking(requested.length, { lineIds: idsFor(requested.length) }) };
        const events = decide(recordDocument({ ...plain, vat_amounts }, withBooking), openedFile);
        if (isRefusal(events)) return;
        booked += 1;
        const { amount_net, amount_vat, amount_gross, lines: kept, vat } = recordedIn(events);
        expect(sum(kept.map((line) => line.amount_net))).to.equal(amount_net);
        expect(sum(vat.map(({ charged }) => charged))).to.equal(amount_vat);
        expect(add(amount_net, amount_vat)).to.equal(amount_gross);
        const entry = postedIn(events);
        const owed = entry.lines.filter((line) => line.third_party_id === third_party_id);
        const moved = sum(owed.map(({ debit, credit }) => subtract(debit, credit)));
        expect(absolute(moved)).to.equal(amount_gross);
        expect(sum(entry.lines.map(({ debit }) => debit))).to.equal(sum(entry.lines.map(({ credit }) => credit)));
        const base = sum((entry.vat ?? []).map((effect) => effect.base));
        expect(absolute(base)).to.equal(absolute(amount_net));
      }),
      { numRuns: 300 },
    );
    expect(booked).to.be.above(100);
  });

  const idsFor = (count: number) => Array.from({ length: countInvoiceLineIds(count) }, (_, index) => 70_000 + index);
});
