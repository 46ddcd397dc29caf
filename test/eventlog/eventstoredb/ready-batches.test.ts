import { expect } from 'chai';
import { Readable } from 'node:stream';
import { readReadyBatches } from '../../../eventlog/eventstoredb/ready-batches.ts';

/** A source that gives what it is told to, when it is told to. */
const source = () => new Readable({ objectMode: true, read: () => undefined });

describe('what a stream of EventStoreDB has ready', () => {
  it('ends when it is told to while a batch is being taken', async () => {
    const ending = new AbortController();
    const from = source();
    const batches = readReadyBatches(from, 10, { signal: ending.signal });
    from.push('one');
    expect((await batches.next()).value).to.deep.equal(['one']);
    const next = batches.next();
    ending.abort(); // after the batch was begun, before anybody waits
    expect(await next).to.deep.equal({ done: true, value: undefined });
  });

  it('is not left lying when it comes while a batch is being taken', async () => {
    const from = source();
    const batches = readReadyBatches(from, 10, {});
    const next = batches.next();
    from.push('late');
    expect((await next).value).to.deep.equal(['late']);
    const last = batches.next();
    from.push(null);
    expect((await last).done).to.equal(true);
  });

  it('fails with what the stream fails with while a batch is being taken', async () => {
    const from = source();
    const batches = readReadyBatches(from, 10, {});
    const next = batches.next();
    from.emit('error', new Error('lost'));
    expect(await next.catch((error: unknown) => (error as Error).message)).to.equal('lost');
  });
});
