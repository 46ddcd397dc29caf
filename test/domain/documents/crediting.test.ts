import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { CreditDocument, RequestedCreditNote } from '../../../domain/documents/crediting.ts';
import { computeLeftToCredit } from '../../../domain/documents/what-is-left.ts';
import { recordDocument as recordOne } from '../../../domain/documents/recording.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { decided, replay } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';
import { CUSTOMER, inShort, INCOME } from '../ledger/documents.ts';
import {
  booking,
  documentLine,
  factsOf,
  opened,
  openedFile,
  postedIn,
  recordDocument,
  recordedIn,
  relatedTo,
  settling,
} from './samples.ts';

const given = givenFor(companyFile);
const INVOICE = 501;

const line = (net: string, code = 'S-21', changes = {}) => documentLine(net, code, { account: INCOME.BE, ...changes });

/** An issued sale, and what was decided since. */
function issued(lines = [line('100.00'), line('33.35'), line('10.00', 'S-6')]) {
  const sale = { direction: 'sale', number: 'V-1', third_party_id: CUSTOMER, lines } as const;
  return decided(recordDocument(sale, { booking: booking(3) }), openedFile);
}

const credit = (
  events: readonly DomainEvent[],
  asked: Partial<RequestedCreditNote> = {},
  changes: Partial<CreditDocument> = {},
): CreditDocument => ({
  type: 'CreditDocument',
  facts: factsOf(events).get(INVOICE)!,
  related: relatedTo(events),
  credit: { lines: null, date: '2026-03-20', reason: 'Retour', number: 'NC-1', ...asked },
  strict: false,
  baseVersion: null,
  documentId: 601,
  lineIds: [6_001, 6_002, 6_003],
  origin: 'manual',
  source: 'manual',
  sameDocuments: [],
  ...changes,
});

describe('crediting an invoice', () => {
  it('copies its lines, names it and says why', () => {
    const events = issued();
    const note = recordedIn(decided(credit(events), replay(events, openedFile)));
    expect(note).to.deep.include({
      is_credit_note: true,
      number: 'NC-1',
      document_date: '2026-03-20',
      due_date: null,
      notes: 'Retour',
      amount_net: '143.35',
      amount_vat: '28.60',
      amount_gross: '171.95',
      credits: [{ document_id: INVOICE, number: 'V-1', date: '2026-03-15' }],
    });
    expect(note.lines.map(({ credited_line_id }) => credited_line_id)).to.deep.equal([9_001, 9_002, 9_003]);
  });

  it('is booked as the mirror of the invoice, and settles it', () => {
    const events = issued();
    const file = replay(events, openedFile);
    const partners = {
      ...settling(events, 601),
      lines: settling(events, 601).lines.filter((one) => one.third_party_id),
    };
    const own = booking(3, { entryId: 78, lineIds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((id) => 7_800 + id), partners });
    const made = decided(credit(events, {}, { booking: own }), file);
    expect(inShort(postedIn(made), openedFile)).to.deep.equal([
      '700000 D 100.00',
      '700000 D 33.35',
      '700000 D 10.00',
      '451000 D 28.00',
      '451000 D 0.60',
      '400000 C 171.95',
    ]);
    const lettered = made.find(({ type }) => type === 'LinesLettered')!.data as unknown as {
      letterings: { lines: { amount: string }[] }[];
    };
    expect(lettered.letterings.map(({ lines }) => lines.map(({ amount }) => amount))).to.deep.equal([
      ['171.95', '-171.95'],
    ]);
  });

  it('takes what earlier credit notes have left, to the last cent of tax', () => {
    let events = issued([line('33.33'), line('33.33'), line('33.34')]);
    for (const [place, documentId] of [601, 602, 603].entries()) {
      const lineIds = [documentId * 10];
      const lines = place === 2 ? null : [{ line_id: 9_001 + place, quantity: null, amount: null }];
      const asked = { lines, number: `NC-${documentId}` };
      events = [
        ...events,
        ...decided(credit(events, asked, { documentId, lineIds, strict: true }), replay(events, openedFile)),
      ];
    }
    const notes = [...factsOf(events).values()].slice(1);
    expect(notes.map(({ amount_gross }) => amount_gross)).to.deep.equal(['40.33', '40.33', '40.34']);
    const left = computeLeftToCredit(factsOf(events).get(INVOICE)!, relatedTo(events).followers, new Map());
    expect([left.gross, ...left.lines.values(), ...left.taxes.values()]).to.deep.equal(Array(5).fill('0.00'));
    given(opened, events)
      .when(credit(events, {}, { documentId: 604 }))
      .then(refused('nothing_left_to_credit', { field: 'id' }));
  });

  it('counts credit notes that were typed in, by their VAT codes, and those of several invoices in their order', () => {
    const first = issued([line('100.00')]);
    const second = decided(
      recordDocument(
        { direction: 'sale', number: 'V-2', third_party_id: CUSTOMER, lines: [line('50.00')] },
        {
          documentId: 502,
          lineIds: [9_101],
          booking: booking(1, { entryId: 79, lineIds: [7_901, 7_902, 7_903, 7_904] }),
        },
      ),
      replay(first, openedFile),
    );
    const both = [...first, ...second];
    const typed = {
      direction: 'sale',
      is_credit_note: true,
      number: 'NC-9',
      third_party_id: CUSTOMER,
      lines: [line('120.00')],
      credits: [
        { document_id: INVOICE, number: null, date: null },
        { document_id: 502, number: null, date: null },
      ],
    } as const;
    const recorded = recordOne(
      recordDocument(typed, { documentId: 601, lineIds: [6_001], related: relatedTo(both) }),
      replay(both, openedFile),
    );
    if (isRefusal(recorded)) throw new Error(JSON.stringify(recorded));
    const events = [...both, ...recorded];
    const grosses = new Map([...factsOf(events).values()].map(({ id, amount_gross }) => [id, amount_gross]));
    const computeLeft = (id: number) =>
      computeLeftToCredit(factsOf(events).get(id)!, relatedTo(events).followers, grosses);
    expect(computeLeft(INVOICE).gross).to.equal('0.00');
    expect(computeLeft(502).gross).to.equal('36.30');
    expect(computeLeft(502).lines.get(9_101)).to.equal('30.00');
  });

  it('is refused above what is left if it must not be, and never for less than a line', () => {
    const events = issued([line('100.00')]);
    const above = { lines: [{ line_id: 9_001, quantity: null, amount: '100.01' }] };
    given(opened, events)
      .when(credit(events, above, { strict: true }))
      .then(refused('credit_exceeds_invoice', { field: 'lines' }));
    expect(given(opened, events).when(credit(events, above)).events).to.have.length(1);
    given(opened, events)
      .when(credit(events, { lines: [{ line_id: 9_001, quantity: '1', amount: null }] }))
      .then(refusedAt(['lines.0.quantity', 'credit_line_without_price']));
    const twice = { line_id: 9_001, quantity: null, amount: '1.00' };
    given(opened, events)
      .when(credit(events, { lines: [twice, twice] }))
      .then(refusedAt(['lines.1.line_id', 'line_repeated']));
  });
});
