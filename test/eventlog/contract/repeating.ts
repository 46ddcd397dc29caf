/** Appends that are made again, because nobody knows whether the first time succeeded. */
import { expect } from 'chai';
import { NO_STREAM, WrongRevision } from '../../../eventlog/port.ts';
import { ids, newEvents, newStream, read, rejection, streamWith } from './support.ts';
import type { Logs } from './support.ts';

export function describeRepeating(logs: Logs): void {
  describe('appending again', () => {
    it('answers the very same append with its first result', async () => {
      const { log } = logs;
      const append = { stream: newStream(), expectedRevision: NO_STREAM, events: newEvents(3) };
      const first = await log.append(append);
      expect(await log.append(append)).to.deep.equal({ ...first, duplicate: true });
      expect(await read(log, append.stream)).to.have.lengthOf(3);
    });

    it('answers it after others have written', async () => {
      const { log } = logs;
      const { stream } = await streamWith(log, 1);
      const append = { stream, expectedRevision: 0, events: newEvents(2) };
      const first = await log.append(append);
      await log.append({ stream, expectedRevision: 2, events: newEvents(1) });
      expect(await log.append(append)).to.deep.equal({ ...first, duplicate: true });
      expect(await read(log, stream)).to.have.lengthOf(4);
    });

    it('answers it at the revision that the stream has since, and below that', async () => {
      const { log } = logs;
      const { stream, events } = await streamWith(log, 2);
      const { position } = await log.append({ stream, expectedRevision: 1, events: newEvents(3) });
      const [, second] = await read(log, stream);
      for (const expectedRevision of [4, 3, 2]) {
        const again = await log.append({ stream, expectedRevision, events });
        expect(again).to.deep.equal({ revision: 1, position: second?.position, duplicate: true });
      }
      expect((await read(log, stream)).at(-1)).to.include({ revision: 4, position });
    });

    it('answers it in another process, which has read nothing', async () => {
      const { log, other } = logs;
      const { stream } = await streamWith(log, 2);
      const append = { stream, expectedRevision: 1, events: newEvents(2) };
      const first = await log.append(append);
      await log.append({ stream, expectedRevision: 3, events: newEvents(1) });
      expect(await other.append({ ...append, expectedRevision: 4 })).to.deep.equal({ ...first, duplicate: true });
      expect(await other.append(append)).to.deep.equal({ ...first, duplicate: true });
      expect(await read(other, stream)).to.have.lengthOf(5);
    });

    it('answers the very same append in another process that last saw the revision before it', async () => {
      const { log, other } = logs;
      const { stream } = await streamWith(log, 2);
      expect(await read(other, stream)).to.have.lengthOf(2);
      const append = { stream, expectedRevision: 1, events: newEvents(2) };
      const first = await log.append(append);
      expect(await other.append(append)).to.deep.equal({ ...first, duplicate: true });
    });

    it('stores one copy when the same append is made many times at once', async () => {
      const { log, other } = logs;
      const { stream } = await streamWith(log, 1);
      const append = { stream, expectedRevision: 0, events: newEvents(2) };
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? log : other).append(append)),
      );
      expect(answers.filter((answer) => !answer.duplicate)).to.have.lengthOf(1);
      expect(new Set(answers.map((answer) => `${answer.revision} ${answer.position}`)).size).to.equal(1);
      expect(ids(await read(log, stream)).slice(1)).to.deep.equal(ids(append.events));
    });

    it('still refuses other events at that revision', async () => {
      const { log } = logs;
      const { stream } = await streamWith(log, 1);
      await log.append({ stream, expectedRevision: 0, events: newEvents(1) });
      const error = await rejection(log.append({ stream, expectedRevision: 0, events: newEvents(1) }));
      expect(error).to.be.instanceOf(WrongRevision);
    });
  });
}
