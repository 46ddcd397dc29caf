import { json, table } from '../support/table.ts';

/** An earlier secret, and until when it signs along. */
export interface RetiringSecret {
  readonly id: string;
  readonly until: string;
}

/** The endpoints of firms; one that was removed stays as a row that names no address. */
export const webhooks = table({
  name: 'webhooks',
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
    /** Since when it is active, or paused. */
    is_active_since: 'timestamptz NOT NULL',
    version: 'integer NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    removed_at: 'timestamptz',
  },
  key: ['id'],
  indexes: ['firm_id'],
});
