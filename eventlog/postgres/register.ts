import type pg from 'pg';
import type { LogNote, LogRegister } from '../register.ts';
import { toLogUnavailable } from './availability.ts';

const UNIQUE_VIOLATION = '23505';

/** Register of the log in PostgreSQL, in a table beside its events. */
export function openPostgresRegister(pool: pg.Pool): LogRegister {
  return {
    async readNotes() {
      try {
        const { rows } = await pool.query<{ note: LogNote }>('SELECT note FROM log.notes ORDER BY number');
        return rows.map(({ note }) => note);
      } catch (error) {
        throw toLogUnavailable(error);
      }
    },
    async addNote(note, read) {
      try {
        await pool.query('INSERT INTO log.notes (number, note) VALUES ($1, $2)', [read.length, JSON.stringify(note)]);
        return true;
      } catch (error) {
        if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return false;
        throw toLogUnavailable(error);
      }
    },
    close: () => Promise.resolve(),
  };
}
