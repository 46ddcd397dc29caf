import { json, table, type RowOf } from '../support/table.ts';

/** An earlier secret, and until when it is also used to sign. */
export interface RetiringSecret {
  readonly id: string;
  readonly until: string;
}

/** The endpoints of firms. A removed endpoint keeps its row, without an address. */
export const webhooks = table({
  name: 'webhooks',
  shard: 'first',
  columns: {
    id: 'bigint NOT NULL',
    firm_id: 'bigint NOT NULL',
    url: 'text NOT NULL',
    description: 'text',
    events: json<readonly string[]>('NOT NULL'),
    is_active: 'boolean NOT NULL',
    secret_id: 'text NOT NULL',
    secret_hint: 'text NOT NULL',
    retiring_secrets: json<readonly RetiringSecret[]>('NOT NULL'),
    /** Delivers only what this user may see. */
    maker_id: 'bigint',
    /** Since when it has been active or paused. */
    is_active_since: 'timestamptz NOT NULL',
    version: 'integer NOT NULL',
    /** Gets the events after this position of the log: clocks may step back. */
    created_position: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    removed_at: 'timestamptz',
  },
  key: ['id'],
  indexes: ['firm_id'],
  earlier: { created_position: '-1' },
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.webhooks': RowOf<typeof webhooks>;
  }
}
