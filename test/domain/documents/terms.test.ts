import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import { documentUndo } from '../../../domain/documents/undo.ts';
import { evolveDocumentFacts } from '../../../domain/documents/facts.ts';
import { decided } from '../../support/company-file-samples.ts';
import { givenFor, refusedAt } from '../../support/given.ts';
import { CUSTOMER, INCOME } from '../ledger/documents.ts';
import { documentLine, factsAfter, opened, openedFile, recordDocument, recordedIn, withDocument } from './samples.ts';

const given = givenFor(companyFile);
const sale = {
  direction: 'sale',
  number: 'V-1',
  third_party_id: CUSTOMER,
  lines: [documentLine('100.00', 'S-21', { account: INCOME.BE })],
} as const;
const change = (before: ReturnType<typeof withDocument>, changes: object) =>
  decided(
    { type: 'ChangeDocument', facts: before.facts, changes, lineIds: [], baseVersion: null, sameDocuments: [] },
    before.file,
  );

describe('terms of a document', () => {
  it('are recorded only where they differ from the defaults, and completed when read', () => {
    const { events, facts } = withDocument(sale);
    expect(recordedIn(events)).not.to.have.any.keys('kind', 'credits', 'supply_date', 'discount');
    expect(facts).to.deep.include({ kind: 'invoice', credits: [], deducts: [], supply_date: null, discount: null });
  });

  it('keep kind, references, supply, discount and order', () => {
    const terms = {
      kind: 'credit_note',
      is_credit_note: true,
      credits: [{ document_id: null, number: '2025/88', date: null }],
      supply_period: { from: '2026-03-01', to: '2026-03-10' },
      delivery_address: 'Quai 3, 4000 Liège',
      order_reference: 'PO-12',
      nature: 'goods',
      payment_terms_text: '30 days',
    } as const;
    const { facts } = withDocument({
      ...sale,
      ...terms,
      discount: { percent: '2', days: 8, amount: null, until: null },
    });
    expect(facts).to.deep.include({
      ...terms,
      discount: { percent: '2', days: 8, amount: '2.00', until: '2026-03-23' },
    });
  });

  it('change the kind with the flag of credit notes, and the flag with the kind', () => {
    const before = withDocument(sale);
    expect(change(before, { kind: 'credit_note' })[0]!.data).to.deep.include({
      changes: { is_credit_note: true, kind: 'credit_note' },
      previous: { is_credit_note: false, kind: 'invoice' },
    });
    expect(change(before, { is_credit_note: true })[0]!.data).to.deep.include({
      changes: { is_credit_note: true, kind: 'credit_note' },
    });
    expect(change(withDocument({ ...sale, kind: 'advance' }), { is_credit_note: false })).to.deep.equal([]);
  });

  it('follow the flag of events that were recorded without a kind', () => {
    const { events } = withDocument(sale);
    const changed = {
      type: 'DocumentChanged',
      data: { id: 501, version: 2, changes: { is_credit_note: true }, previous: { is_credit_note: false } },
    } as const;
    const facts = factsAfter([...events, changed]);
    expect(facts.kind).to.equal('credit_note');
    const { revert } = documentUndo.DocumentChanged as Extract<
      typeof documentUndo.DocumentChanged,
      { revert: unknown }
    >;
    const known = { documents: new Map([[501, facts]]), mailedDocuments: new Set(), documentsOnNetwork: new Set() };
    const undone = revert(changed.data, { file: openedFile, facts: known, together: [] } as never);
    expect(undone).to.have.length(1);
    const documents = evolveDocumentFacts(known.documents, (undone as never)[0]);
    expect(documents.get(501)!.kind).to.equal('invoice');
  });

  it('are refused if kind, flag and direction contradict each other, or a period ends before it begins', () => {
    const refuse = (document: object, field: string, code: string) =>
      given(...opened)
        .when(recordDocument({ ...sale, ...document }))
        .then(refusedAt([field, code]));
    refuse({ kind: 'advance', is_credit_note: true }, 'kind', 'kind_contradicts');
    refuse({ kind: 'self_billed' }, 'kind', 'kind_not_of_direction');
    refuse({ supply_period: { from: '2026-03-10', to: '2026-03-01' } }, 'supply_period.to', 'supply_period_reversed');
    const credits = [{ document_id: null, number: null, date: null }];
    refuse({ is_credit_note: true, credits }, 'credits.0.number', 'required');
  });

  it('take the discount of a line off its quantity times its price', () => {
    const line = documentLine(null, 'S-21', {
      account: INCOME.BE,
      quantity: '3',
      unit_price: '9.99',
      unit: 'h',
      discount_percent: '12.5',
    });
    const [kept] = recordedIn(decided(recordDocument({ ...sale, lines: [line] }), openedFile)).lines;
    expect(kept).to.include({ amount_net: '26.22', unit: 'h', discount_percent: '12.5' });
  });
});
