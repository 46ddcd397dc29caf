import { expect } from 'chai';
import { createGate } from '../../database/gate.ts';
import type { Notifications } from '../../database/notifications.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { ProjectionDelayed, type Progress } from '../../projections/engine/progress.ts';
import { guardTables } from '../../projections/engine/table-trust.ts';
import { rejection } from '../eventlog/contract/support.ts';

/** A server that crashes and comes back, and a projector that catches up when told to. */
function surroundings() {
  let onLost: () => void = () => undefined;
  let onReconnect: (wasLost: boolean) => void = () => undefined;
  const waiting = new Set<{ position: number; resolve: () => void }>();
  const state = { position: 50, head: 50, isLogAway: false };
  const notifications: Notifications = {
    on: () => () => undefined,
    onLost: (handler) => ((onLost = handler), () => undefined),
    onReconnect: (handler) => ((onReconnect = handler), () => undefined),
    isConnected: () => true,
    query: () => Promise.reject(new Error('unused')),
    close: () => Promise.resolve(),
  };
  const progress: Progress = {
    get position() {
      return state.position;
    },
    get positions() {
      return [state.position];
    },
    waitForPosition: (position) =>
      position <= state.position
        ? Promise.resolve()
        : new Promise((resolve) => waiting.add({ position, resolve: () => resolve() })),
    advance: (to) => {
      state.position = to;
      for (const one of waiting) if (one.position <= to) (waiting.delete(one), one.resolve());
    },
    onAdvance: () => () => undefined,
    close: () => undefined,
  };
  const head = (): Promise<number> =>
    state.isLogAway ? Promise.reject(new Error('away')) : Promise.resolve(state.head);
  const gate = createGate(50);
  const guard = guardTables({ gate, notifications, progress, log: { readHead: head } as unknown as EventLog });
  return { state, gate, guard, progress, lose: () => onLost(), reconnect: (wasLost = true) => onReconnect(wasLost) };
}

describe('the gate to the read tables', () => {
  it('closes with the connection, and opens when the tables have passed the end of the log', async () => {
    const { state, gate, guard, progress, lose, reconnect } = surroundings();
    await gate.waitUntilOpen();
    lose();
    expect(await rejection(gate.waitUntilOpen())).to.have.property('code', '08006');
    // The server is back and has forgotten the last commits of the tables.
    Object.assign(state, { position: 20, head: 60 });
    reconnect();
    expect(await rejection(gate.waitUntilOpen())).to.be.instanceOf(ProjectionDelayed);
    progress.advance(50);
    expect(await rejection(gate.waitUntilOpen())).to.be.instanceOf(ProjectionDelayed);
    const waiting = gate.waitUntilOpen();
    progress.advance(60);
    await waiting;
    expect(gate.isClosed).to.equal(false);
    guard.close();
  });

  it('stays open when an administrator has ended nothing but the connection', async () => {
    const { gate, guard, reconnect } = surroundings();
    reconnect(false);
    expect(gate.isClosed).to.equal(false);
    await gate.waitUntilOpen();
    guard.close();
  });

  it('stays closed when the connection is lost again meanwhile', async () => {
    const { state, gate, guard, progress, lose, reconnect } = surroundings();
    lose();
    Object.assign(state, { position: 20, head: 60 });
    reconnect();
    lose();
    progress.advance(60);
    expect(await rejection(gate.waitUntilOpen())).to.have.property('code', '08006');
    reconnect();
    await gate.waitUntilOpen();
    guard.close();
  });
});
