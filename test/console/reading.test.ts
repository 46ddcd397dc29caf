import { expect } from 'chai';
import { createLive, type Live } from '../../console/live/news.ts';
import { isSame, keepReading } from '../../console/live/reading.ts';
import { noteAnswer } from '../../console/live/seen.ts';

const FILE = '/v1/companies/abc';

/** Longer than a reading that takes no time rests. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
const waitForReads = async (kept: { readonly reads: number }, count: number): Promise<void> => {
  for (let round = 0; round < 200 && kept.reads < count; round += 1) await turn();
  expect(kept.reads).to.equal(count);
  await turn();
};

interface Kept {
  readonly live: Live;
  /** Values that were shown. */
  readonly shown: string[];
  readonly failed: boolean[];
  reads: number;
  /** Position of the answers from now on. */
  position: number;
  isPast: boolean;
  stop(): void;
}

function keep(path: string, answer: (kept: Kept) => Promise<string> = async ({ reads }) => `read ${reads}`): Kept {
  const kept: Kept = {
    live: createLive(),
    shown: [],
    failed: [],
    reads: 0,
    position: 10,
    isPast: false,
    stop: () => stop(),
  };
  const stop = keepReading<string>({
    live: kept.live,
    async read(signal) {
      kept.reads += 1;
      const { position } = kept;
      const value = await answer(kept);
      noteAnswer(signal, path, new Headers({ 'X-Position': String(position) }));
      return value;
    },
    isPast: () => kept.isPast,
    onValue: (value) => kept.shown.push(value),
    onProblem: (_, isFirst) => kept.failed.push(isFirst),
  });
  return kept;
}

const tell = ({ live }: Kept, position: number, ...resources: string[]): void =>
  live.tell({ position, resources: resources.length === 0 ? null : new Set(resources), changes: [] });

describe('A read of the desk', () => {
  it('is repeated after a change that its answer does not show', async () => {
    const kept = keep(`${FILE}/entries`);
    await turn();
    expect(await kept.live.begun).to.equal(10);
    kept.position = 11;
    tell(kept, 11, 'documents');
    await waitForReads(kept, 2);
    expect(kept.shown).to.deep.equal(['read 1', 'read 2']);
    kept.stop();
    tell(kept, 12);
    await turn();
    expect(kept.reads).to.equal(2);
  });

  it('is not repeated for a change that its answer shows, such as one by this page', async () => {
    const kept = keep(`${FILE}/entries`);
    await turn();
    tell(kept, 10, 'entries');
    tell(kept, 9, 'entries');
    await turn();
    expect(kept.reads).to.equal(1);
    kept.stop();
  });

  it('looks at changes that arrive while it reads when its answer is there', async () => {
    let release: () => void = () => undefined;
    const kept = keep(`${FILE}/entries`, async ({ reads }) => {
      if (reads === 2) await new Promise<void>((resolve) => (release = resolve));
      return `read ${reads}`;
    });
    await turn();
    kept.position = 11;
    tell(kept, 11);
    await waitForReads(kept, 2);
    tell(kept, 11);
    release();
    await turn();
    expect(kept.reads).to.equal(2);
    // After a restore nothing that is shown counts.
    tell(kept, Infinity);
    await waitForReads(kept, 3);
    kept.stop();
  });

  it('of accounts or third parties follows these alone, and what is not of the company file follows nothing', async () => {
    const accounts = keep(`${FILE}/accounts`);
    const me = keep('/v1/auth/me');
    const movements = keep(`${FILE}/accounts/1/ledger`);
    await turn();
    for (const kept of [accounts, me, movements]) tell(kept, 11, 'entries');
    await waitForReads(movements, 2);
    movements.stop();
    expect([accounts.reads, me.reads]).to.deep.equal([1, 1]);
    for (const kept of [accounts, me]) tell(kept, 12, 'accounts');
    await waitForReads(accounts, 2);
    expect(me.reads).to.equal(1);
    for (const kept of [accounts, me]) kept.stop();
  });

  it('of a moment in the past stays as it is', async () => {
    const kept = keep(`${FILE}/entries`);
    kept.isPast = true;
    await turn();
    tell(kept, 11);
    await turn();
    expect(kept.reads).to.equal(1);
    kept.stop();
  });

  it('keeps what is shown if it fails later', async () => {
    const kept = keep(`${FILE}/entries`, ({ reads }) =>
      reads === 2 ? Promise.reject(new Error('away')) : Promise.resolve(`read ${reads}`),
    );
    await turn();
    tell(kept, 11);
    await waitForReads(kept, 2);
    expect(kept.failed).to.deep.equal([false]);
    kept.position = 12;
    tell(kept, 12);
    await waitForReads(kept, 3);
    expect(kept.shown).to.deep.equal(['read 1', 'read 3']);
    kept.stop();
  });

  it('draws nothing again if the answer says the same', () => {
    expect(isSame({ rows: [{ id: 1, at: null }] }, { rows: [{ id: 1, at: null }] })).to.equal(true);
    expect(isSame({ rows: [{ id: 1 }] }, { rows: [{ id: 2 }] })).to.equal(false);
    expect(isSame({ rows: [1] }, { rows: [1], total: 1 })).to.equal(false);
    expect(isSame(new Map([[1, 2]]), new Map([[1, 2]]))).to.equal(false);
  });
});
