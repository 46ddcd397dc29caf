import { expect } from 'chai';
import fc from 'fast-check';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { splitIntoBatches } from '../../projections/engine/batches.ts';

const event = (position: number, operation: number, records: number): RecordedEvent => ({
  id: String(position),
  type: 'RecordsCreated',
  version: 1,
  stream: 'company-1',
  revision: position,
  position,
  data: { records: Array.from({ length: records }, () => ({})) },
  metadata: { operation_id: String(operation) },
});

describe('batches of events', () => {
  it('are one for what is small', () => {
    const events = Array.from({ length: 500 }, (_, index) => event(index, index, 4));
    expect(splitIntoBatches(events)).to.deep.equal([events]);
    expect(splitIntoBatches([])).to.deep.equal([]);
  });

  it('are cut between operations, never inside one', () => {
    const events = [1, 1, 1, 2, 2, 3].map((operation, index) => event(index, operation, 6_000));
    expect(splitIntoBatches(events).map((batch) => batch.map(({ position }) => position))).to.deep.equal([
      [0, 1, 2],
      [3, 4],
      [5],
    ]);
  });

  it('end behind an event that clears tables, whatever comes next', () => {
    const events = [1, 2, 2, 2, 3].map((operation, index) => event(index, operation, 1));
    const clearing = events.map((one, index) =>
      index === 1 || index === 2 ? { ...one, type: 'MigratedBooksDropped' } : one,
    );
    expect(splitIntoBatches(clearing).map((batch) => batch.map(({ position }) => position))).to.deep.equal([
      [0, 1],
      [2],
      [3, 4],
    ]);
  });

  it('hold nothing else beside an operation with many records', () => {
    const sizes = [1, 1, 760, 3, 1, 760, 1, 1];
    const operations = [1, 2, 2, 2, 3, 4, 5, 6];
    const events = operations.map((operation, index) => event(index, operation, sizes[index]!));
    expect(splitIntoBatches(events).map((batch) => batch.map(({ position }) => position))).to.deep.equal([
      [0],
      [1, 2, 3],
      [4],
      [5],
      [6, 7],
    ]);
  });

  it('count the lines of letterings', () => {
    const lettering = { lines: Array.from({ length: 6_000 }, () => ({})) };
    const events = [1, 2, 3].map((operation) => ({
      ...event(operation, operation, 0),
      data: { letterings: [lettering] },
    }));
    expect(splitIntoBatches(events).map((batch) => batch.length)).to.deep.equal([2, 1]);
  });

  it('hold every event once, in its order, whatever the operations', () => {
    const shape = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 9_000 })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(shape, (shapes) => {
        const events = shapes.map(([operation, records], index) => event(index, operation, records));
        const batches = splitIntoBatches(events);
        expect(batches.flat()).to.deep.equal(events);
        for (const [index, batch] of batches.slice(1).entries())
          expect(batch[0]!.metadata['operation_id']).to.not.equal(batches[index]!.at(-1)!.metadata['operation_id']);
      }),
    );
  });
});
