import { expect } from 'chai';
import { postBatch } from '../../../commands/ledger/post-batch.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import type { Toolbox } from '../../../commands/support/toolbox.ts';
import type { PostBatch } from '../../../domain/ledger/post-entry.ts';
import { AppendTooLarge } from '../../../eventlog/port.ts';
import { buildPostEntry } from '../../support/company-file-samples.ts';
import { postInvoice } from '../../domain/ledger/documents.ts';

describe('posting a batch', () => {
  const allocations: [string, number][] = [];
  let requested: PostBatch | null = null;
  const toolbox = {
    ids: {
      allocate: (resource: string, count: number) => {
        allocations.push([resource, count]);
        return Promise.resolve(Array.from({ length: count }, (_, index) => 100 + index));
      },
    },
    commands: {
      execute: (_kind: string, id: number, command: PostBatch) => {
        requested = command;
        return Promise.reject(id === 1 ? new AppendTooLarge('company-1', 99) : new Error('broken'));
      },
    },
  } as unknown as Toolbox;
  const post = (companyId: number) =>
    postBatch(
      toolbox,
      companyId,
      [buildPostEntry(), postInvoice(), buildPostEntry()],
      createSystemContext('test'),
      () => null,
    );

  it('is refused, and no failure, when one append cannot hold it', async () => {
    expect(await post(1)).to.deep.equal({
      refused: true,
      code: 'batch_too_large',
      problems: [{ code: 'batch_too_large', field: 'entries' }],
    });
    const failure = await post(2).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error).with.property('message', 'broken');
  });

  it('asks once for the ids of all entries and once for those of all lines, and shares them out', () => {
    expect(allocations.slice(0, 2)).to.have.deep.members([
      ['entries', 3],
      ['entry_lines', 2 + 4 + 2],
    ]);
    expect(requested!.entries.map(({ entryId, lineIds }) => [entryId, lineIds])).to.deep.equal([
      [100, [100, 101]],
      [101, [102, 103, 104, 105]],
      [102, [106, 107]],
    ]);
  });
});
