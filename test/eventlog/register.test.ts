import { expect } from 'chai';
import { openEventStoreDbRegister } from '../../eventlog/eventstoredb/register.ts';
import { openEventStoreDbLog } from '../../eventlog/eventstoredb/log.ts';
import { BEGINNING } from '../../eventlog/port.ts';
import { openPostgresRegister } from '../../eventlog/postgres/register.ts';
import {
  identifyLog,
  updateRegister,
  deriveLogStanding,
  type LogNote,
  type LogRegister,
} from '../../eventlog/register.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startEventStoreDbServer, type EventStoreDbServer } from '../support/eventstoredb-server/server.ts';
import { rejection } from './contract/support.ts';

const at = '2026-03-15T10:00:00.000Z';

/** Two registers of the same log, as two processes have them. */
function registerContract(open: () => readonly [LogRegister, LogRegister]): void {
  it('gives a log one identity, however many ask at once', async () => {
    const [one, other] = open();
    expect(await one.readNotes()).to.deep.equal([]);
    const standings = await Promise.all([one, other, one, other].map((register) => identifyLog(register)));
    expect(new Set(standings.map(({ id }) => id)).size).to.equal(1);
    expect((await one.readNotes()).map(({ what }) => what)).to.deep.equal(['identified']);
  });

  it('takes nothing that was decided on less than there is', async () => {
    const [one, other] = open();
    const known = await one.readNotes();
    expect(await other.addNote({ what: 'left', for: 'b', place: 'elsewhere', at }, known)).to.equal(true);
    expect(await one.addNote({ what: 'taken_back', at }, known)).to.equal(false);
    const { left } = await updateRegister(one, (standing) => (standing.left ? { what: 'taken_back', at } : null));
    expect(left).to.equal(null);
    expect((await other.readNotes()).map(({ what }) => what)).to.deep.equal(['identified', 'left', 'taken_back']);
  });
}

describe('What is known of a log', () => {
  describe('in PostgreSQL', () => {
    let database: TestDatabase;
    before(async () => (database = await createTestDatabase()));
    after(() => database.drop());
    registerContract(() => [openPostgresRegister(database.pool), openPostgresRegister(database.pool)]);
  });

  describe('in EventStoreDB', () => {
    let server: EventStoreDbServer;
    let registers: [LogRegister, LogRegister];
    before(async () => {
      server = await startEventStoreDbServer();
      registers = [openEventStoreDbRegister({ url: server.url }), openEventStoreDbRegister({ url: server.url })];
    });
    after(async () => {
      await Promise.all(registers.map((register) => register.close()));
      await server.stop();
    });
    registerContract(() => registers);

    it('is none of its events, and is told from what others write', async () => {
      expect(server.eventCount('grandlivre_log')).to.equal(3);
      const log = openEventStoreDbLog({ url: server.url });
      const another = openEventStoreDbRegister({ url: server.url, prefix: 'other' });
      const without = openEventStoreDbRegister({ url: server.url, prefix: '' });
      try {
        expect(await log.readHead()).to.equal(BEGINNING);
        expect(await another.readNotes()).to.deep.equal([]);
        expect(await without.readNotes()).to.deep.equal([]);
        const names = { beginnings: [], toStoredName: () => 'other_log', findOwnName: () => 'x' };
        const stranger = openEventStoreDbLog({ url: server.url, names });
        const event = { id: crypto.randomUUID(), type: 'Hello', version: 1, data: {}, metadata: {} };
        await stranger.append({ stream: 'x', expectedRevision: -1, events: [event] });
        await stranger.close();
        expect(String(await rejection(another.readNotes()))).to.match(/was not written by this service|did not write/);
      } finally {
        await Promise.all([log, another, without].map((one) => one.close()));
      }
    });
  });

  it('follows from its notes, in their order', () => {
    const notes: LogNote[] = [];
    const after = (note: LogNote) => (notes.push(note), deriveLogStanding(notes));
    expect(after({ what: 'identified', id: 'a', at })).to.deep.include({ id: 'a', isComplete: true, left: null });
    expect(after({ what: 'left', for: 'b', place: 'there', at }).left).to.deep.include({ for: 'b', place: 'there' });
    expect(after({ what: 'copy_begun', id: 'c', from: 'b', at })).to.deep.equal({
      id: 'c',
      copiedFrom: 'b',
      isComplete: false,
      left: null,
    });
    expect(after({ what: 'copy_completed', events: 3, at })).to.deep.include({ id: 'c', isComplete: true });
  });
});
