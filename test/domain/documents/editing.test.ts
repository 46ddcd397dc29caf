import { expect } from 'chai';
import { companyFile, NO_UNDO_FACTS } from '../../../domain/company-file.ts';
import type { ChangeDocument, RestoreDocument } from '../../../domain/documents/editing.ts';
import { updateDocumentAfterReversal } from '../../../domain/documents/unbooking.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { findAccountId, decided, replay } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';
import { SUPPLIER } from '../ledger/documents.ts';
import { booking, decide, documentLine, factsAfter, opened, openedFile, withDocument } from './samples.ts';
import { NO_EARLIER_EVENTS } from '../../../domain/history/earlier.ts';

const given = givenFor(companyFile);
const FILE = { sha256: 'a'.repeat(64), name: 'facture.pdf', mime: 'application/pdf', size: 12 };

describe('changing a document that waits to be booked', () => {
  const change = (changes: ChangeDocument['changes'], more: Partial<ChangeDocument> = {}): ChangeDocument => ({
    type: 'ChangeDocument',
    facts: withDocument().facts,
    changes,
    lineIds: [9_100, 9_101],
    baseVersion: null,
    sameDocuments: [],
    ...more,
  });
  const { events: recorded, file } = withDocument();

  it('records the fields that change, with what they were', () => {
    given(opened, ...recorded)
      .when(change({ number: 'F-13', notes: 'À vérifier' }))
      .then([
        {
          type: 'DocumentChanged',
          data: {
            id: 501,
            version: 2,
            changes: { number: 'F-13', notes: 'À vérifier' },
            previous: { number: 'F-12', notes: null },
          },
        },
      ]);
    expect(decide(change({ number: 'F-12' }), file)).to.deep.equal([]);
  });

  it('adds up new lines, and knows those that it has by their ids', () => {
    const lines = [
      { ...documentLine('200.00'), id: 9_001 },
      { ...documentLine('10.00', 'P-S-6'), id: null },
    ];
    const [event] = decided(change({ lines }), file);
    expect(event!.data['changes']).to.deep.include({
      amount_net: '210.00',
      amount_vat: '42.60',
      amount_gross: '252.60',
    });
    const changed = event!.data['changes'] as { lines: { id: number }[] };
    expect(changed.lines.map(({ id }) => id)).to.deep.equal([9_001, 9_100]);
    given(opened, ...recorded)
      .when(change({ lines: [lines[0]!, lines[0]!] }))
      .then(refusedAt(['lines.1.id', 'document_line_unknown']));
  });

  it('keeps the tax as it stands on the document while its lines stay', () => {
    const rounded = withDocument({ vat_amounts: [{ vat_code: 'P-S-21', vat_code_id: null, amount: '21.01' }] });
    const [event] = decided(change({ notes: 'x' }, { facts: rounded.facts }), rounded.file);
    expect(event!.data['changes']).to.deep.equal({ notes: 'x' });
    const again = decided(
      change({ lines: [{ ...documentLine('100.00'), id: 9_001 }] }, { facts: rounded.facts }),
      rounded.file,
    );
    expect(again[0]!.data['changes']).to.include({ amount_vat: '21.00' });
  });

  it('is refused of another version, in the recycle bin and in the books', () => {
    const { facts } = withDocument();
    given(opened, ...recorded)
      .when(change({ notes: 'x' }, { baseVersion: 9 }))
      .then(refused('conflict', { facts: { server_version: 1 } }));
    given(opened, ...recorded)
      .when(change({ notes: 'x' }, { facts: { ...facts, is_trashed: true } }))
      .then(refused('not_found'));
    for (const type of ['TrashDocument', 'AttachDocumentFile', 'ChangeDocument'] as const) {
      const command = { ...change({ notes: 'x' }), type, file: FILE, facts: { ...facts, is_booked: true } };
      given(opened, ...recorded)
        .when(command)
        .then(refused('document_booked', { field: 'status', facts: { journal_entry_id: null } }));
    }
  });

  it('comes back from the recycle bin unless what it names is gone, or it was recorded again', () => {
    const { facts } = withDocument();
    const trash = decided({ type: 'TrashDocument', facts, baseVersion: null }, file);
    const there = [...recorded, ...trash];
    const restore: RestoreDocument = {
      type: 'RestoreDocument',
      facts: factsAfter(there),
      baseVersion: null,
      sameDocuments: [],
    };
    given(opened, ...there)
      .when(restore)
      .then([{ type: 'DocumentRestored', data: { id: 501, version: 3 } }]);
    const id = findAccountId('612400', openedFile);
    const gone: DomainEvent = { type: 'RecordTrashed', data: { resource: 'accounts', id, version: 2 } };
    given(opened, ...there, gone)
      .when(restore)
      .then(refusedAt(['lines.0.account_id', 'account_unknown']));
    const same = { id: 7, number: 'F-12', document_date: '2026-03-15', is_credit_note: false };
    given(opened, ...there)
      .when({ ...restore, sameDocuments: [same] })
      .then(refused('document_already_exists', { field: 'number', facts: { document_id: 7 } }));
  });
});

describe('a document whose entry is taken back', () => {
  const entry = { id: 77, reversed_entry_id: null };
  const document = {
    id: 501,
    version: 2,
    is_booked: true,
    is_trashed: false,
    last_entry_id: 77,
    third_party_id: SUPPLIER,
  };
  const event = (type: string, entry_id: number) => [
    { type, data: { id: 501, version: 3, entry_id, third_party_id: SUPPLIER } },
  ];

  it('waits to be booked again, and is booked by what takes the reversal back', () => {
    expect(updateDocumentAfterReversal(document, entry, 78)).to.deep.equal(event('DocumentUnbooked', 77));
    const pending = { ...document, is_booked: false };
    const reversal = { id: 78, reversed_entry_id: 77 };
    expect(updateDocumentAfterReversal(pending, reversal, 79)).to.deep.equal(event('DocumentBooked', 79));
    expect(updateDocumentAfterReversal({ ...pending, is_trashed: true }, reversal, 79)).to.deep.equal([]);
    expect(updateDocumentAfterReversal({ ...document, last_entry_id: 90 }, reversal, 79)).to.deep.equal([]);
  });

  it('is left alone by the reversal of any other entry', () => {
    expect(updateDocumentAfterReversal(undefined, entry, 78)).to.deep.equal([]);
    expect(updateDocumentAfterReversal(document, { id: 5, reversed_entry_id: 4 }, 78)).to.deep.equal([]);
  });
});

describe('undoing what was done to a document', () => {
  const undo = (
    events: readonly DomainEvent[],
    facts: ReturnType<typeof factsAfter>,
    file = replay(events, openedFile),
  ) =>
    decide(
      {
        type: 'UndoChanges',
        operationId: '5f0c8b1e-6f0a-4d55-9a80-2f6f0d7c1a11',
        events,
        only: null,
        facts: { ...NO_UNDO_FACTS, documents: new Map([[facts.id, facts]]), keptFiles: new Set([FILE.sha256]) },
        earlier: NO_EARLIER_EVENTS,
        ids: {},
        today: '2026-05-01',
      },
      file,
    );
  const types = (decision: ReturnType<typeof decide>) =>
    isRefusal(decision) ? decision.facts!['blocked_by'] : decision.map(({ type }) => type);

  it('puts a new one into the recycle bin, and gives a changed one its earlier values', () => {
    const { events, facts, file } = withDocument();
    expect(types(undo(events, facts))).to.deep.equal(['OperationReverted', 'DocumentTrashed']);
    const command = { type: 'ChangeDocument', facts, changes: { notes: 'x' }, lineIds: [], baseVersion: null } as const;
    const changed = decided({ ...command, sameDocuments: [] }, file);
    const all = [...events, ...changed];
    const after = replay(all, openedFile);
    expect(undo(changed, factsAfter(all), after)).to.deep.include({
      type: 'DocumentChanged',
      data: { id: 501, version: 3, changes: { notes: null }, previous: { notes: 'x' } },
    });
    const moved = { ...factsAfter(all), notes: 'y' };
    expect(types(undo(changed, moved, after))).to.deep.include({
      code: 'undo_changed_since',
      resource: 'documents',
      id: 501,
      params: { field: 'notes' },
    });
  });

  it('is blocked while it stands in the books', () => {
    const { events, facts } = withDocument();
    const booked = { ...facts, is_booked: true, last_entry_id: 77 };
    expect(types(undo(events, booked))).to.deep.equal([{ code: 'undo_document_booked', resource: 'entries', id: 77 }]);
  });

  it('attaches the file again that it had before', () => {
    const { events, facts, file } = withDocument({}, { file: FILE });
    const other = { ...FILE, sha256: 'b'.repeat(64) };
    const attached = decided({ type: 'AttachDocumentFile', facts, file: other, baseVersion: null }, file);
    const all = [...events, ...attached];
    expect(types(undo(attached, factsAfter(all), replay(all, openedFile)))).to.deep.equal([
      'OperationReverted',
      'DocumentFileAttached',
    ]);
  });

  it('of a booking goes with its entry', () => {
    const { events } = withDocument({}, { booking: booking() });
    const bookedOnly = events.filter(({ type }) => type === 'DocumentBooked');
    expect(types(undo(bookedOnly, factsAfter(events), replay(events, openedFile)))).to.deep.equal([
      { code: 'undo_document_by_entry', resource: 'entries', id: 77 },
    ]);
  });
});
