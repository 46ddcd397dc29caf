import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import {
  MAX_BATCH_LINES,
  MAX_BATCH_PROBLEMS,
  type PostBatch,
  type PostOne,
} from '../../../domain/ledger/post-entry.ts';
import { isRefusal, type Refusal } from '../../../domain/refusal.ts';
import {
  decided,
  buildLine,
  MARCH,
  buildPeriodLocked,
  buildPostEntry,
  replay,
} from '../../support/company-file-samples.ts';
import { givenFor, refusedAt } from '../../support/given.ts';
import { documentIn, fileOf, invoiceLine, postInvoice } from './documents.ts';

const given = givenFor(companyFile);
const { events: opened, file } = fileOf('BE');
const batch = (...entries: PostOne[]): PostBatch => ({ type: 'PostBatch', entries });

function refusal(decision: unknown): Refusal {
  if (!isRefusal(decision)) throw new Error('It was posted');
  return decision;
}

describe('a batch of entries', () => {
  const entries = [
    buildPostEntry({ entryId: 1 }),
    postInvoice({ entryId: 2 }),
    buildPostEntry({ entryId: 3 }),
    postInvoice({ entryId: 4, entry_date: '2026-01-02' }),
    documentIn('BE', 'purchase', 'credit_note', [['5.00', 'P-S-21']], { entryId: 5 }),
  ];

  it('is what its entries would be one after another', () => {
    const { events } = given(opened).when(batch(...entries));
    let current = file;
    const alone = entries.flatMap((entry) => {
      const one = decided(entry, current);
      current = replay(one, current);
      return one;
    });
    expect(events).to.deep.equal(alone);
    expect(events.map(({ data }) => [data['id'], data['number']])).to.deep.equal([
      [1, 1],
      [2, 1],
      [3, 2],
      [4, 2],
      [5, 1],
    ]);
  });

  it('is refused as a whole, with everything that is wrong by index', () => {
    given(opened)
      .when(
        batch(
          entries[0]!,
          buildPostEntry({ lines: [buildLine('999999', '1.00', '0.00'), buildLine('570000', '0.00', '2.00')] }),
          entries[1]!,
          postInvoice({ journal_id: 1, lines: [invoiceLine('1.00', 'XX')] }),
        ),
      )
      .then(
        refusedAt(
          ['entries.1.lines.0.account', 'account_unknown'],
          ['entries.1.lines', 'entry_unbalanced'],
          ['entries.3.journal_id', 'journal_unknown'],
          ['entries.3.lines.0.vat_code', 'vat_code_unknown'],
        ),
      );
  });

  it('keeps the code and the reason of a lock, and tells it first', () => {
    const { decision } = given(opened, buildPeriodLocked(MARCH)).when(
      batch(postInvoice({ entry_date: '2026-01-02', third_party_id: 5 }), buildPostEntry(), buildPostEntry()),
    );
    const { code, facts, problems } = refusal(decision);
    expect([code, facts]).to.deep.equal(['period_locked', { reason: 'period_locked' }]);
    expect(problems.map((problem) => [problem.field, problem.code])).to.deep.equal([
      ['entries.1.entry_date', 'period_locked'],
      ['entries.2.entry_date', 'period_locked'],
      ['entries.0.third_party_id', 'third_party_unknown'],
    ]);
  });

  it('has no more lines than others can wait for', () => {
    const pair = [buildLine('612400', '1.00', '0.00'), buildLine('570000', '0.00', '1.00')];
    const long = buildPostEntry({ lines: Array.from({ length: 500 }, () => pair).flat() });
    const many = (count: number) => batch(...Array.from({ length: count }, () => long));
    expect(given(opened).when(many(MAX_BATCH_LINES / 1_000)).events).to.have.length(10);
    given(opened)
      .when(many(MAX_BATCH_LINES / 1_000 + 1))
      .then(refusedAt(['entries', 'batch_too_many_lines']));
  });

  it('tells no more problems than anyone reads', () => {
    const wrong = buildPostEntry({ journal_id: 1, lines: [buildLine('999999', '1.00', '0.00')] });
    const { decision } = given(opened).when(batch(...Array.from({ length: 500 }, () => wrong)));
    expect(refusal(decision).problems).to.have.length(MAX_BATCH_PROBLEMS);
  });
});
