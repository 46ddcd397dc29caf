import { expect } from 'chai';
import { buildCreateTable } from '../../projections/engine/table-statements.ts';
import type { entries } from '../../projections/ledger/tables.ts';
import { getRecordTable } from '../../projections/records/tables.ts';
import { json, table, text, type RowOf } from '../../projections/support/table.ts';

const samples = table({
  name: 'samples',
  columns: {
    id: 'bigint NOT NULL',
    rank: 'integer',
    code: 'text COLLATE "C" NOT NULL',
    note: 'text',
    status: text<'open' | 'closed'>('NOT NULL'),
    kind: text<'a' | 'b'>(),
    amount: 'numeric(20,2) NOT NULL',
    day: 'date',
    at: 'timestamptz NOT NULL',
    is_active: 'boolean NOT NULL',
    parts: json<readonly { readonly share: string }[]>('NOT NULL'),
    extra: json<{ readonly a?: number }>(),
  },
  key: ['id'],
  added: ['amount'],
});

/** Compiles only when the two types are the same. */
type Same<Left, Right> = (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;
const same = <Left, Right>(_is: Same<Left, Right>): void => undefined;

describe('the declaration of a read table', () => {
  it('tells the type of its rows', () => {
    same<
      RowOf<typeof samples>,
      {
        readonly id: number;
        readonly rank: number | null;
        readonly code: string;
        readonly note: string | null;
        readonly status: 'open' | 'closed';
        readonly kind: 'a' | 'b' | null;
        readonly amount: string;
        readonly day: string | null;
        readonly at: string;
        readonly is_active: boolean;
        readonly parts: readonly { readonly share: string }[];
        readonly extra: { readonly a?: number } | null;
      }
    >(true);
    same<RowOf<typeof entries>['status'], 'posted' | 'reversed'>(true);
    same<(typeof entries)['name'], 'entries'>(true);
  });

  it('tells those of the tables of records by the name of the resource', () => {
    const accounts = getRecordTable('accounts');
    same<(typeof accounts)['name'], 'accounts'>(true);
    same<RowOf<typeof accounts>['number'], string>(true);
    same<RowOf<typeof accounts>['vat_code_id'], number | null>(true);
    expect(accounts.name).to.equal('accounts');
    const rules = getRecordTable('journal-rules');
    same<(typeof rules)['name'], 'journal_rules'>(true);
    expect(rules.name).to.equal('journal_rules');
  });

  it('makes the table', () => {
    expect(buildCreateTable('read', samples)).to.equal(
      'CREATE TABLE read.samples (id bigint NOT NULL, rank integer, code text COLLATE "C" NOT NULL, note text, ' +
        'status text NOT NULL, kind text, amount numeric(20,2) NOT NULL, day date, at timestamptz NOT NULL, ' +
        'is_active boolean NOT NULL, parts jsonb NOT NULL, extra jsonb, PRIMARY KEY (id)) WITH (fillfactor = 60)',
    );
  });
});
