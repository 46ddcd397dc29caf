import { expect } from 'chai';
import type pg from 'pg';
import { cacheFeedHeads } from '../../projections/sync/head-memory.ts';

describe('Where a feed stands', () => {
  function remembering({ isAlone = true } = {}) {
    const asked: { readonly answer: (seq: number) => void; readonly fail: (error: Error) => void }[] = [];
    const query = (): Promise<unknown> =>
      new Promise((resolve, reject) =>
        asked.push({ answer: (seq) => resolve({ rows: [{ seq, epoch: 'e', base: 0 }] }), fail: reject }),
      );
    const progress = { position: 1 };
    const remembered = cacheFeedHeads({ query } as unknown as pg.Pool, progress, () => isAlone);
    const heads = async (companyId: number) => remembered(companyId);
    return { asked, progress, remembered, heads };
  }

  it('is asked for once by all who come before it is known, and not again while the tables stand', async () => {
    const { asked, progress, remembered, heads } = remembering();
    const together = [heads(7), heads(7), heads(7)];
    expect(asked).to.have.length(1);
    asked[0]!.answer(12);
    expect((await Promise.all(together)).map(({ seq }) => seq)).to.deep.equal([12, 12, 12]);
    expect(remembered(7), 'without a promise').to.include({ seq: 12 });
    progress.position = 2;
    const later = heads(7);
    expect(asked, 'the tables have gone on').to.have.length(2);
    asked[1]!.answer(13);
    expect((await later).seq).to.equal(13);
  });

  it('that could not be found out is asked for anew', async () => {
    const { asked, heads } = remembering();
    const together = [heads(7), heads(7)];
    asked[0]!.fail(new Error('gone'));
    const outcomes = await Promise.allSettled(together);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    const again = heads(7);
    asked[1]!.answer(3);
    expect((await again).seq).to.equal(3);
  });

  it('is asked for each time where others write too', () => {
    const { asked, heads } = remembering({ isAlone: false });
    void heads(7);
    void heads(7);
    expect(asked).to.have.length(2);
  });
});
