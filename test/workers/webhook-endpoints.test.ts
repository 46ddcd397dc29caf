import { expect } from 'chai';
import { createEndpoints, type Endpoints } from '../../workers/webhooks/endpoints.ts';

/** What a sender claims and calls, without a database and without a network. */
describe('What a sender of webhooks knows of endpoints', () => {
  /** Claims what may be claimed, from endpoints that have enough of it, and begins the calls that may begin. */
  function claimAndCall(endpoints: Endpoints<number>): {
    readonly asked: Map<number, number>;
    readonly called: number[];
  } {
    const slots = endpoints.takeFreeSlots();
    const items = new Map(
      slots.map(({ webhookId, free }) => [webhookId, Array.from({ length: free }, (_, item) => item)]),
    );
    endpoints.addClaimed(slots, items);
    const called: number[] = [];
    for (let next = endpoints.takeNext(); next !== null; next = endpoints.takeNext()) called.push(next.webhookId);
    return { asked: new Map(slots.map(({ webhookId, free }) => [webhookId, free])), called };
  }

  it('asks for four of an endpoint at a time, and for more once calls go well', () => {
    const endpoints = createEndpoints<number>();
    endpoints.wake(1);
    expect(claimAndCall(endpoints)).to.deep.include({ called: [1, 1, 1, 1] });
    expect(endpoints.takeFreeSlots(), 'until one has ended').to.deep.equal([]);
    for (let round = 0; round < 3; round += 1) {
      for (let call = 0; call < 4; call += 1) endpoints.recordEnd(1, true, 5);
      const { asked, called } = claimAndCall(endpoints);
      expect(called).to.have.length(4);
      if (round === 2) expect(asked.get(1) ?? 0).to.be.within(0, 104);
    }
    expect(endpoints.inFlight).to.equal(4);
  });

  it('gives an endpoint that fails one call at a time, and lets go of what was claimed for it', () => {
    const endpoints = createEndpoints<number>();
    endpoints.wake(1);
    claimAndCall(endpoints);
    for (let call = 0; call < 4; call += 1) endpoints.recordEnd(1, true, 5);
    claimAndCall(endpoints);
    for (let call = 0; call < 4; call += 1) endpoints.recordEnd(1, true, 5);
    claimAndCall(endpoints);
    const dropped = endpoints.recordEnd(1, false, 5);
    expect(dropped.length, 'what was claimed ahead').to.be.above(0);
    for (let call = 0; call < 3; call += 1) endpoints.recordEnd(1, false, 5);
    endpoints.wake(1);
    expect(claimAndCall(endpoints).called).to.deep.equal([1]);
    endpoints.recordEnd(1, true, 5);
    endpoints.wake(1);
    expect(claimAndCall(endpoints).called).to.deep.equal([1, 1, 1, 1]);
  });

  it('leaves half of all calls to endpoints that are well, however many are dead', () => {
    const endpoints = createEndpoints<number>();
    const dead = Array.from({ length: 1_000 }, (_, index) => index + 1);
    for (const id of dead) {
      endpoints.wake(id);
      for (const { webhookId } of [endpoints.takeFreeSlots()[0]!]) {
        endpoints.addClaimed([{ webhookId, free: 4 }], new Map([[webhookId, [0]]]));
        endpoints.takeNext(webhookId);
        endpoints.recordEnd(webhookId, false, 5);
      }
    }
    dead.forEach((id) => endpoints.wake(id));
    const { called } = claimAndCall(endpoints);
    expect(called.length).to.be.at.most(256);
    for (let id = 2_001; id <= 2_064; id += 1) endpoints.wake(id);
    const living = claimAndCall(endpoints).called.filter((id) => id > 2_000);
    expect(living.length, 'all of theirs').to.equal(256);
    expect(endpoints.inFlight).to.be.at.most(512);
  });

  it('forgets nothing that it was woken for while it asked', () => {
    const endpoints = createEndpoints<number>();
    endpoints.wake(1);
    const slots = endpoints.takeFreeSlots();
    endpoints.wake(1);
    endpoints.addClaimed(slots, new Map());
    expect(endpoints.takeFreeSlots()).to.deep.equal([{ webhookId: 1, free: 4 }]);
  });

  it('tells how attempts went, once', () => {
    const endpoints = createEndpoints<number>();
    endpoints.wake(1);
    claimAndCall(endpoints);
    for (const isDelivered of [true, true, true, false]) endpoints.recordEnd(1, isDelivered, 5);
    expect(endpoints.takeNotes(true)).to.deep.equal([{ webhookId: 1, delivered: 3, failed: 1, lastStatus: 'failed' }]);
    expect(endpoints.takeNotes(true)).to.deep.equal([]);
  });
});
