import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { ConvertDocument, RequestedConversion } from '../../../domain/documents/conversion.ts';
import { documentUndo } from '../../../domain/documents/undo.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { decided, replay } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';
import { CUSTOMER, INCOME } from '../ledger/documents.ts';
import {
  booking,
  documentLine,
  factsOf,
  opened,
  openedFile,
  recordDocument,
  recordedIn,
  relatedTo,
} from './samples.ts';

const given = givenFor(companyFile);
const OFFER = 501;
const sale = {
  direction: 'sale',
  kind: 'quotation',
  number: 'O-1',
  third_party_id: CUSTOMER,
  due_date: '2026-04-30',
  lines: [documentLine('100.00', 'S-21', { account: INCOME.BE })],
} as const;

const convert = (
  events: readonly DomainEvent[],
  asked: Partial<RequestedConversion> = {},
  changes: Partial<ConvertDocument> = {},
): ConvertDocument => ({
  type: 'ConvertDocument',
  facts: factsOf(events).get(OFFER)!,
  related: relatedTo(events),
  conversion: { kind: 'invoice', date: '2026-03-20', deducts: [], number: 'V-1', rates: {}, ...asked },
  baseVersion: null,
  documentId: 601,
  lineIds: [6_001],
  origin: 'manual',
  source: 'manual',
  sameDocuments: [],
  ...changes,
});

describe('converting a quotation', () => {
  const quotation = decided(recordDocument(sale), openedFile);

  it('records an invoice of its lines, and marks both', () => {
    const events = decided(convert(quotation), replay(quotation, openedFile));
    expect(recordedIn(events)).to.deep.include({
      id: 601,
      number: 'V-1',
      document_date: '2026-03-20',
      due_date: null,
      amount_gross: '121.00',
      converted_from_id: OFFER,
    });
    expect(recordedIn(events)).not.to.have.property('kind');
    expect(events.at(-1)).to.deep.equal({
      type: 'DocumentConverted',
      data: { id: OFFER, version: 2, converted_to_id: 601, previous_id: null },
    });
  });

  it('happens once, and leaves it as it is', () => {
    const events = [...quotation, ...decided(convert(quotation), replay(quotation, openedFile))];
    const facts = factsOf(events).get(OFFER)!;
    const why = refused('document_converted', { field: 'status', facts: { document_id: 601 } });
    given(opened, events).when(convert(events)).then(why);
    given(opened, events).when({ type: 'TrashDocument', facts, baseVersion: null }).then(why);
    const change = { type: 'ChangeDocument', facts, changes: { notes: 'x' }, lineIds: [], sameDocuments: [] } as const;
    given(opened, events)
      .when({ ...change, baseVersion: null })
      .then(why);
  });

  it('can be undone and done again', () => {
    const events = [...quotation, ...decided(convert(quotation), replay(quotation, openedFile))];
    const { revert } = documentUndo.DocumentConverted as Extract<
      typeof documentUndo.DocumentConverted,
      { revert: unknown }
    >;
    const undo = (last: DomainEvent, all: readonly DomainEvent[]) =>
      revert(last.data as never, { facts: { documents: factsOf(all) }, file: openedFile, together: [] } as never);
    const undone = undo(events.at(-1)!, events) as readonly DomainEvent[];
    expect(undone[0]!.data).to.deep.equal({ id: OFFER, version: 3, converted_to_id: null, previous_id: 601 });
    const after = [...events, ...undone];
    expect(undo(events.at(-1)!, after)).to.have.nested.property('blockers[0].code', 'undo_changed_since');
    expect((undo(undone[0]!, after) as readonly DomainEvent[])[0]!.data).to.include({ converted_to_id: 601 });
  });

  it('is refused of any other document, and a quotation is never booked', () => {
    const invoice = decided(recordDocument({ ...sale, kind: 'invoice' }), openedFile);
    given(opened, invoice)
      .when(convert(invoice))
      .then(refused('not_convertible', { field: 'kind' }));
    const proforma = decided(recordDocument({ ...sale, kind: 'proforma' }), openedFile);
    given(opened, proforma)
      .when(convert(proforma, { kind: 'proforma' }))
      .then(refused('not_convertible', { field: 'kind' }));
    given(opened, quotation)
      .when({ type: 'BookDocument', facts: factsOf(quotation).get(OFFER)!, booking: booking(1), baseVersion: null })
      .then(refused('document_without_accounting', { field: 'kind' }));
    given(opened, quotation)
      .when(convert(quotation, { kind: 'final' }))
      .then(refusedAt(['deducts', 'required']));
  });
});
