import type pg from 'pg';

/**
 * Counts what the pools of this process exchange with PostgreSQL, for the benchmark: with `COUNT_ROUND_TRIPS` the parent
 * process gets the counts in reply to a message. Otherwise the variable is unset and connections are left as they are.
 */
export interface Exchanges {
  /** How often a connection has waited for the server to be ready again. */
  readonly roundTrips: number;
  readonly statements: number;
}

export const COUNT_MESSAGE = 'count-round-trips';

const counted = { roundTrips: 0, statements: 0 };
let isCounting = Boolean(process.env['COUNT_ROUND_TRIPS']);

/** Counts the exchanges of connections that are opened from now on. */
export function startCounting(): void {
  isCounting = true;
}

export function stopCounting(): void {
  isCounting = false;
}

export const readExchanges = (): Exchanges => ({ ...counted });

/** To be called once per connection, when it is established. */
export function countExchanges(client: pg.ClientBase): void {
  if (!isCounting) return;
  const { connection } = client as pg.ClientBase & Pick<pg.Client, 'connection'>;
  connection.on('readyForQuery', () => (counted.roundTrips += 1));
  connection.on('commandComplete', () => (counted.statements += 1));
}

if (isCounting && process.channel) {
  process.on('message', (message) => {
    if (message === COUNT_MESSAGE) process.send?.(counted);
  });
  process.channel.unref();
}
