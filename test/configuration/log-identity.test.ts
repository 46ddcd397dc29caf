import { expect } from 'chai';
import type pg from 'pg';
import { BEGINNING, type EventLog } from '../../eventlog/port.ts';
import type { LogNote, LogRegister } from '../../eventlog/register.ts';
import { recogniseLog } from '../../service/event-log/identity.ts';

const ignore = (): void => undefined;

describe('the identity of a log', () => {
  it('is the same for two processes that start on an empty database, whichever is between the reads of the other', async () => {
    const notes: LogNote[] = [];
    const tables: { id: string | null; place: string | null; successor: null } = {
      id: null,
      place: null,
      successor: null,
    };
    /** Another process identifies the log and assigns the tables to it, after the first read of this one. */
    let isOtherDone = false;
    const readThenLetOtherStart = <Result>(result: Result): Result => {
      if (!isOtherDone) {
        isOtherDone = true;
        notes.push({ what: 'identified', id: 'first', at: '2026-01-01T00:00:00Z' });
        Object.assign(tables, { id: 'first', place: 'PostgreSQL' });
      }
      return result;
    };
    const register: LogRegister = {
      readNotes: () => Promise.resolve(readThenLetOtherStart([...notes])),
      addNote: () => Promise.reject(new Error('The log has an identity')),
      close: () => Promise.resolve(),
    };
    const query = (text: string | { readonly text: string }): Promise<{ rows: unknown[] }> => {
      const sql = typeof text === 'string' ? text : text.text;
      if (sql.includes('successor')) return Promise.resolve({ rows: [readThenLetOtherStart({ ...tables })] });
      if (sql.includes('to_regclass')) return Promise.resolve({ rows: [{ there: false }] });
      return Promise.resolve({ rows: sql.includes('ops.standing') ? [{ position: BEGINNING }] : [] });
    };
    const id = await recogniseLog({
      pool: { query } as unknown as pg.Pool,
      databaseUrl: '',
      log: { readHead: () => Promise.resolve(BEGINNING) } as unknown as EventLog,
      register,
      place: { eventStoreUrl: null, eventStorePrefix: '' },
      isTool: false,
      isAdopting: false,
      logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    });
    expect(id).to.equal('first');
  });
});
