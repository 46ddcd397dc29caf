import { Readable } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';
import { expect } from 'chai';
import { createSlots } from '../../../api/exports/places.ts';
import { ok } from '../../../api/http/reply/reply.ts';

describe('Places for answers that take long', () => {
  /** An answer that is sent until its stream is destroyed. */
  function sent(inPlace: ReturnType<typeof createSlots>) {
    const stream = new Readable({ read: () => undefined });
    let isBegun = false;
    const outcome = inPlace((keep) => {
      isBegun = true;
      keep(stream);
      return Promise.resolve(ok(undefined, { raw: stream }));
    });
    return { stream, outcome, isBegun: () => isBegun };
  }

  it('are given in the order in which they are asked for, so many at a time', async () => {
    const inPlace = createSlots(2);
    const [first, second, third, fourth] = [sent(inPlace), sent(inPlace), sent(inPlace), sent(inPlace)];
    const begun = async () => {
      await nextRound();
      return [first, second, third, fourth].map((answer) => answer.isBegun());
    };
    expect(await begun()).to.deep.equal([true, true, false, false]);
    second.stream.destroy();
    expect(await begun()).to.deep.equal([true, true, true, false]);
    first.stream.destroy();
    expect(await begun()).to.deep.equal([true, true, true, true]);
    for (const { stream, outcome } of [third, fourth]) {
      expect(await outcome).to.include({ raw: stream });
      stream.destroy();
    }
  });

  it('are left at once by an answer that sends nothing, or fails', async () => {
    const inPlace = createSlots(1);
    await inPlace(() => Promise.resolve(ok({})));
    const failed = await inPlace(() => Promise.reject(new Error('broken'))).catch((error: Error) => error.message);
    expect(failed).to.equal('broken');
    expect(await inPlace(() => Promise.resolve(ok({ served: true })))).to.deep.include({ body: { served: true } });
  });

  it('are refused to whom none has become free for', async () => {
    const inPlace = createSlots(1, 20);
    const only = sent(inPlace);
    await only.outcome;
    expect(await sent(inPlace).outcome).to.deep.include({ code: 'overloaded', headers: { 'Retry-After': '5' } });
    only.stream.destroy();
    await nextRound();
    expect(await inPlace(() => Promise.resolve(ok({ served: true })))).to.deep.include({ body: { served: true } });
  });
});
