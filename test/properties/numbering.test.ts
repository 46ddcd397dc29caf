import { expect } from 'chai';
import fc from 'fast-check';
import type { CompanyFile } from '../../domain/company-file.ts';
import type { DocumentFacts } from '../../domain/documents/facts.ts';
import { buildNumberKey, listCandidateNumbers, type TakenNumber } from '../../domain/documents/numbering.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { replay } from '../support/company-file-samples.ts';
import { booking, decide, documentLine, factsAfter, openedFile, recordDocument } from '../domain/documents/samples.ts';
import { CUSTOMER, INCOME } from '../domain/ledger/documents.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 60);

/** What people do with sales: issue them on some day, with a number of their own or not, and take bookings back. */
const step = fc.record({
  do: fc.constantFrom('issue', 'issue', 'issue', 'take back', 'book again', 'delete'),
  day: fc.constantFrom('2026-02-01', '2026-02-02', '2026-02-03'),
  kind: fc.constantFrom('invoice', 'invoice', 'credit_note', 'advance'),
  /** Some look like those of the series. */
  own: fc.option(fc.constantFrom('2026-00001', ' 2026-00003', 'nc-2026-00002', 'shop 1'), { freq: 4, nil: null }),
  pick: fc.nat(20),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Books {
  file: CompanyFile = openedFile;
  readonly documents = new Map<number, DocumentFacts>();
  /** In the order in which series gave them. */
  readonly given: { readonly kind: string; readonly place: number; readonly date: string }[] = [];
  lastId = 1_000;

  /** As the read tables answer. */
  findTaken(
    facts: Pick<
      DocumentFacts,
      'direction' | 'kind' | 'is_credit_note' | 'number_series_id' | 'document_date' | 'number'
    >,
    except: number,
  ): readonly TakenNumber[] {
    const numbers = facts.number === null ? listCandidateNumbers(facts, this.file, 50) : [facts.number];
    const keys = new Set(numbers.map((number) => buildNumberKey({ ...facts, number })));
    return [...this.documents.values()].flatMap((other) => {
      const key = buildNumberKey(other);
      return other.id !== except && !other.is_trashed && key !== null && keys.has(key) ? [{ id: other.id, key }] : [];
    });
  }

  keep(events: readonly DomainEvent[], before: readonly DomainEvent[] = []): DocumentFacts {
    this.file = replay(events, this.file);
    return factsAfter([...before, ...events]);
  }

  take({ do: what, day, kind, own, pick }: Step): void {
    const all = [...this.documents.values()];
    const picked = all[pick % Math.max(1, all.length)];
    if (what === 'issue') return this.issue(day, kind, own);
    if (!picked) return;
    if (what === 'take back' && picked.is_booked) {
      const data = {
        id: picked.id,
        version: picked.version + 1,
        entry_id: picked.last_entry_id!,
        third_party_id: CUSTOMER,
      };
      this.file = replay([{ type: 'DocumentUnbooked', data }], this.file);
      this.documents.set(picked.id, { ...picked, is_booked: false, version: data.version });
    }
    if (what === 'book again' && !picked.is_booked) this.book(picked);
    if (what === 'delete') {
      const decision = decide({ type: 'TrashDocument', facts: picked, baseVersion: null }, this.file);
      expect(isRefusal(decision), 'an issued document is never deleted').to.equal(true);
    }
  }

  issue(document_date: string, kind: Step['kind'], own: string | null): void {
    const id = (this.lastId += 1);
    const requested = {
      direction: 'sale',
      kind,
      is_credit_note: kind === 'credit_note',
      number: own,
      document_date,
      third_party_id: CUSTOMER,
      lines: [documentLine('100.00', 'S-21', { account: INCOME.BE })],
    } as const;
    const takenNumbers = this.findTaken({ ...requested, number_series_id: null }, id);
    const decision = decide(recordDocument(requested, { documentId: id, takenNumbers }), this.file);
    if (isRefusal(decision)) return expect(decision.code).to.equal('number_taken') as never;
    this.book(this.keep(decision));
  }

  book(facts: DocumentFacts): void {
    const takenNumbers = this.findTaken(facts, facts.id);
    const entryId = (this.lastId += 1);
    const command = {
      type: 'BookDocument',
      facts,
      booking: booking(1, { entryId, takenNumbers }),
      baseVersion: null,
    } as const;
    const decision = decide(command, this.file);
    // What cannot be booked yet stays a draft, and uses no number.
    if (isRefusal(decision)) return expect(decision.code).to.equal('number_out_of_order') as never;
    const booked = decision.find(({ type }) => type === 'DocumentBooked')!.data as {
      number?: string;
      number_place?: { number: number };
    };
    if (booked.number_place)
      this.given.push({ kind: facts.kind, place: booked.number_place.number, date: facts.document_date });
    this.file = replay(decision, this.file);
    const number = booked.number ?? facts.number;
    this.documents.set(facts.id, {
      ...facts,
      number,
      is_booked: true,
      last_entry_id: entryId,
      version: facts.version + 1,
    });
  }
}

describe('numbers of sales, whatever is done with them', () => {
  it('are unique, continuous in their series, and in the order of the dates', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        const books = new Books();
        steps.forEach((one) => books.take(one));
        const keys = [...books.documents.values()].map((document) => buildNumberKey(document));
        expect(keys).not.to.include(null);
        expect(new Set(keys).size).to.equal(keys.length);
        for (const kind of ['invoice', 'credit_note', 'advance']) {
          const given = books.given.filter((one) => one.kind === kind);
          expect(given.map(({ date }) => date)).to.deep.equal(given.map(({ date }) => date).toSorted());
          const prefix = { invoice: '', credit_note: 'NC-', advance: 'AC-' }[kind]!;
          const last = given.at(-1)?.place ?? 0;
          // Every number up to the last one is in use, by the series or by a document that brought it along.
          for (let place = 1; place <= last; place += 1)
            expect(keys).to.include(`${prefix}2026-${String(place).padStart(5, '0')}`);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
