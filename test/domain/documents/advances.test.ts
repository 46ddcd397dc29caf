import { expect } from 'chai';
import { companyFile, type CompanyFile } from '../../../domain/company-file.ts';
import { findAdvanceAccount } from '../../../domain/documents/advances.ts';
import type { RequestedDocument } from '../../../domain/documents/content.ts';
import type { RecordDocument } from '../../../domain/documents/recording.ts';
import { countryPacks } from '../../../domain/country-packs/index.ts';
import type { CountryCode } from '../../../domain/country-packs/pack.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { PostedEntry } from '../../../domain/ledger/entry-events.ts';
import { decided, replay } from '../../support/company-file-samples.ts';
import { givenFor, refusedAt } from '../../support/given.ts';
import { CUSTOMER, fileOf, inShort } from '../ledger/documents.ts';
import { booking, documentLine, recordDocument, relatedTo, settling, postedIn, factsOf } from './samples.ts';

/** Order of 5,000 without tax, advance of 1,500: the worked example of each country. */
const EXAMPLES = {
  BE: {
    vatCode: 'S-21',
    income: '700000',
    advance: ['460000 C 1500.00', '451000 C 315.00', '400000 D 1815.00'],
    final: ['700000 C 5000.00', '460000 D 1500.00', '451000 C 735.00', '400000 D 4235.00'],
    boxes: { advance: { '03': '1500.00', '54': '315.00' }, final: { '03': '3500.00', '54': '735.00' } },
  },
  FR: {
    vatCode: 'S-20',
    income: '707000',
    // The tax waits for the payment, and is then due on 445711.
    advance: ['419100 C 1500.00', '445741 C 300.00', '411000 D 1800.00'],
    final: ['707000 C 5000.00', '419100 D 1500.00', '445711 C 700.00', '411000 D 4200.00'],
    boxes: {
      advance: { A1: '1500.00', '08-HT': '1500.00', '08': '300.00' },
      final: { A1: '3500.00', '08-HT': '3500.00', '08': '700.00' },
    },
  },
  LU: {
    vatCode: 'S-17',
    income: '7061',
    advance: ['4311 C 1500.00', '461411 C 255.00', '4011 D 1755.00'],
    final: ['7061 C 5000.00', '4311 D 1500.00', '461411 C 595.00', '4011 D 4095.00'],
    boxes: {
      advance: { '472': '1500.00', '701': '1500.00', '702': '255.00' },
      final: { '472': '3500.00', '701': '3500.00', '702': '595.00', '002': '5000.00' },
    },
  },
} as const;

const given = givenFor(companyFile);
const ADVANCE = 501;
const FINAL = 502;

function sale(country: CountryCode, net: string, changes: Partial<RequestedDocument> = {}): Partial<RequestedDocument> {
  const { vatCode, income } = EXAMPLES[country];
  const lines = [documentLine(net, vatCode, { description: 'Cuisine', account: income })];
  return { direction: 'sale', number: `N-${net}`, third_party_id: CUSTOMER, lines, ...changes };
}

/** Records and books a document, with what it settles. */
function issue(
  file: CompanyFile,
  id: number,
  document: Partial<RequestedDocument>,
  earlier: readonly DomainEvent[] = [],
): { readonly events: readonly DomainEvent[]; readonly entry: PostedEntry } {
  const changes: Partial<RecordDocument> = {
    documentId: id,
    lineIds: [id * 10, id * 10 + 1, id * 10 + 2],
    related: relatedTo(earlier),
    booking: booking(3, {
      entryId: id,
      lineIds: Array.from({ length: 10 }, (_, index) => id * 100 + index),
      partners: settling(earlier, id),
    }),
  };
  const events = decided(recordDocument(document, changes), file);
  return { events, entry: postedIn(events) };
}

const readBoxes = ({ vat = [] }: PostedEntry) =>
  Object.fromEntries(vat.flatMap(({ boxes }) => boxes.map(({ box, amount }) => [box, amount])));

describe('advance and final invoices', () => {
  for (const country of ['BE', 'FR', 'LU'] as const) {
    const { advance, final, boxes } = EXAMPLES[country];

    it(`are booked in ${country} as in the worked example`, () => {
      const { file } = fileOf(country);
      const first = issue(file, ADVANCE, sale(country, '1500.00', { kind: 'advance' }));
      expect(inShort(first.entry, file)).to.deep.equal(advance);
      expect(readBoxes(first.entry)).to.deep.equal(boxes.advance);
      const deducts = [{ document_id: ADVANCE, amount: '1500.00' }];
      const after = replay(first.events, file);
      const last = issue(after, FINAL, sale(country, '5000.00', { kind: 'final', deducts }), first.events);
      expect(inShort(last.entry, file)).to.deep.equal(final);
      expect(readBoxes(last.entry)).to.deep.equal(boxes.final);
      const lettered = last.events.filter(({ type }) => type === 'LinesLettered');
      expect(lettered).to.have.length(1);
      expect(lettered[0]!.data['letterings']).to.have.length(1);
      expect(lettered[0]!.data).to.have.nested.include({
        'letterings[0].account_id': findAdvanceAccount(file),
        'letterings[0].third_party_id': null,
        'letterings[0].origin': 'document',
      });
    });
  }

  it('name advances that were issued to the same customer, each once and not above what is left', () => {
    const { file, events: before } = fileOf('BE');
    const first = issue(file, ADVANCE, sale('BE', '1500.00', { kind: 'advance' }));
    const invoice = issue(replay(first.events, file), 503, sale('BE', '10.00', { number: 'V-3' }));
    const earlier = [...first.events, ...invoice.events];
    const record = (changes: Partial<RequestedDocument>) =>
      recordDocument(sale('BE', '5000.00', { kind: 'final', ...changes }), {
        documentId: FINAL,
        lineIds: [1, 2, 3],
        related: relatedTo(earlier),
      });
    const refuse = (changes: Partial<RequestedDocument>, ...problems: readonly (readonly [string, string])[]) =>
      given(before, earlier)
        .when(record(changes))
        .then(refusedAt(...problems));
    const deduct = (document_id: number, amount = '1.00') => ({ document_id, amount });
    refuse({}, ['deducts', 'required']);
    refuse({ kind: 'invoice', deducts: [deduct(ADVANCE)] }, ['deducts', 'deducts_of_final_only']);
    refuse({ deducts: [deduct(9)] }, ['deducts.0.document_id', 'deducted_document_unknown']);
    refuse({ deducts: [deduct(503)] }, ['deducts.0.document_id', 'deducted_document_not_advance']);
    refuse({ deducts: [deduct(ADVANCE, '1500.01')] }, ['deducts.0.amount', 'deduction_exceeds_advance']);
    refuse({ deducts: [deduct(ADVANCE, '0.00')] }, ['deducts.0.amount', 'deduction_zero']);
    refuse({ deducts: [deduct(ADVANCE), deduct(ADVANCE)] }, ['deducts.1.document_id', 'document_repeated']);
    refuse({ currency: 'USD', deducts: [deduct(ADVANCE)] }, [
      'deducts.0.document_id',
      'deducted_document_of_another_currency',
    ]);
  });

  it('keep the lines of deductions when the document changes, and build them again', () => {
    const { file } = fileOf('BE');
    const first = issue(file, ADVANCE, sale('BE', '1500.00', { kind: 'advance' }));
    const after = replay(first.events, file);
    const deducts = [{ document_id: ADVANCE, amount: '1000.00' }];
    const final = recordDocument(sale('BE', '5000.00', { kind: 'final', deducts }), {
      documentId: FINAL,
      lineIds: [51, 52],
      related: relatedTo(first.events),
    });
    const events = [...first.events, ...decided(final, after)];
    const facts = factsOf(events).get(FINAL)!;
    expect(facts.lines.map(({ amount_net }) => amount_net)).to.deep.equal(['5000.00', '-1000.00']);
    const change = {
      type: 'ChangeDocument',
      facts,
      changes: { deducts: [{ document_id: ADVANCE, amount: '1500.00' }] },
      lineIds: [53],
      baseVersion: null,
      sameDocuments: [],
      related: relatedTo(events),
    } as const;
    const [changed] = decided(change, replay(events, file));
    expect(factsOf([...events, changed!]).get(FINAL)!.lines).to.deep.equal([
      facts.lines[0],
      { ...facts.lines[1], amount_net: '-1500.00' },
    ]);
    const notes = { ...change, changes: { notes: 'Merci' } };
    expect(decided(notes, replay(events, file))[0]!.data['changes']).to.deep.equal({ notes: 'Merci' });
  });

  it('use an account that each chart has', () => {
    for (const { charts, advances } of countryPacks)
      for (const { accounts } of charts) {
        const account = accounts.find(({ number }) => number === advances.account);
        expect(account).to.include({ isPostable: true, isLetterable: true });
      }
  });
});
