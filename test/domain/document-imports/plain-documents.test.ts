import { expect } from 'chai';
import { extractSheet, isReliable } from '../../../domain/document-imports/extraction/index.ts';
import { listWords } from '../../support/invoices/index.ts';
import {
  drawPlainDocument,
  findFieldErrors,
  findPartyErrors,
  PLAIN_DOCUMENTS,
} from '../../support/plain-documents/index.ts';

describe('Plain documents, each in a layout of its own', () => {
  const read = Array.from({ length: PLAIN_DOCUMENTS }, (_, seed) => {
    const drawn = drawPlainDocument(seed);
    const extracted = extractSheet(listWords(drawn.drawing), { own: drawn.own, known: [], today: '2026-11-16' });
    const partyErrors = findPartyErrors(drawn, extracted);
    const fieldErrors = findFieldErrors(drawn, extracted);
    return { seed, arrangement: drawn.arrangement, partyErrors, fieldErrors, isReady: isReliable(extracted) };
  });
  const ready = read.filter(({ isReady }) => isReady);
  const describeErrors = (pick: 'partyErrors' | 'fieldErrors', list = read): string[] =>
    list
      .filter((each) => each[pick].length > 0)
      .map((each) => `${each.seed} (${each.arrangement}): ${each[pick].join(', ')}`);

  it('name their supplier in 95 % of the cases and more', () => {
    const wrong = describeErrors('partyErrors');
    expect(wrong.length, wrong.join('\n')).to.be.at.most(PLAIN_DOCUMENTS * 0.05);
  });

  it('are never ready with a wrong supplier', () => {
    expect(describeErrors('partyErrors', ready)).to.deep.equal([]);
  });

  it('have the right number, dates, currency and totals in 95 % of the cases and more, and always when they are ready', () => {
    const wrong = describeErrors('fieldErrors');
    expect(wrong.length, wrong.join('\n')).to.be.at.most(PLAIN_DOCUMENTS * 0.05);
    expect(describeErrors('fieldErrors', ready)).to.deep.equal([]);
  });

  it('are ready in most cases', () => {
    expect(ready.length).to.be.at.least(PLAIN_DOCUMENTS * 0.75);
  });
});
