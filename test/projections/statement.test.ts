import { expect } from 'chai';
import { sql } from 'kysely';
import { anyOf, sumAmount } from '../../projections/support/expressions.ts';
import {
  bigint,
  bigints,
  date,
  each,
  inferred,
  nullable,
  oneOf,
  optional,
  shape,
  text,
} from '../../projections/support/parameters.ts';
import {
  fromRawSql,
  unpreparedStatement,
  statement,
  type RowOfStatement,
  type Statement,
} from '../../projections/support/statement.ts';
import { resolveThirdPartyId, isCountedFor, buildMergeJoin } from '../../projections/third-parties/merges.ts';

/** Compiles only when the two types are the same. */
type Same<Left, Right> = (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;
const same = <Left, Right>(_is: Same<Left, Right>): void => undefined;
type GivenTo<One> = One extends Statement<infer Given, unknown> ? Given : never;

describe('a statement', () => {
  it('says its parameters by number and type, in the order in which they come, and each once', () => {
    const found = statement('test-order', { companyId: bigint, ids: bigints, day: date }, (db, given) =>
      db
        .selectFrom('read.entries as e')
        .select('e.id')
        .where('e.entry_date', '<=', given.day)
        .where('e.company_id', '=', given.companyId)
        .where('e.id', '=', anyOf(given.ids))
        .where('e.due_date', '>', given.day),
    );
    expect(found.bind({ companyId: 7, ids: [1, 2], day: '2026-01-31' })).to.deep.equal({
      name: 'test-order',
      text:
        'select "e"."id" from "read"."entries" as "e" where "e"."entry_date" <= $1::date and "e"."company_id" = $2::bigint ' +
        'and "e"."id" = any($3::bigint[]) and "e"."due_date" > $1::date',
      values: ['2026-01-31', 7, [1, 2]],
    });
    expect(found.bind({ day: '2027-01-31', ids: [], companyId: 8 }).values).to.deep.equal(['2027-01-31', 8, []]);
  });

  it('has its constants in the text', () => {
    const found = statement('test-constants', { companyId: bigint }, (db, { companyId }) =>
      db
        .selectFrom('read.entries as e')
        .select('e.id')
        .where('e.company_id', '=', companyId)
        .where('e.status', '=', 'reversed')
        .where('e.layer', 'not in', ['carried', 'closing'])
        .where('e.label', '=', "l'année")
        .limit(20),
    );
    expect(found.bind({ companyId: 1 })).to.deep.equal({
      name: 'test-constants',
      text:
        'select "e"."id" from "read"."entries" as "e" where "e"."company_id" = $1::bigint and "e"."status" = \'reversed\' ' +
        'and "e"."layer" not in (\'carried\', \'closing\') and "e"."label" = \'l\'\'année\' limit 20',
      values: [1],
    });
  });

  it('is built once for each shape, under a name of its own', () => {
    let built = 0;
    const found = statement(
      'test-shapes',
      { companyId: bigint, from: optional(date), to: optional(date), withLabel: shape<boolean>() },
      (db, { companyId, from, to, withLabel }) => {
        built += 1;
        return db
          .selectFrom('read.entries as e')
          .select('e.id')
          .$if(withLabel, (query) => query.select('e.label'))
          .where('e.company_id', '=', companyId)
          .$if(from !== undefined, (query) => query.where('e.entry_date', '>=', from!))
          .$if(to !== undefined, (query) => query.where('e.entry_date', '<=', to!));
      },
    );
    const all = found.bind({ companyId: 1, withLabel: false });
    const until = found.bind({ companyId: 1, to: '2026-12-31', withLabel: false });
    const span = found.bind({ companyId: 1, from: '2026-01-01', to: '2026-12-31', withLabel: true });
    expect(all).to.deep.equal({
      name: 'test-shapes-1',
      text: 'select "e"."id" from "read"."entries" as "e" where "e"."company_id" = $1::bigint',
      values: [1],
    });
    expect(until.text).to.match(/where "e"."company_id" = \$1::bigint and "e"."entry_date" <= \$2::date$/);
    expect(until.values).to.deep.equal([1, '2026-12-31']);
    expect(span.text).to.match(/^select "e"."id", "e"."label" .* >= \$2::date and "e"."entry_date" <= \$3::date$/);
    expect(span.values).to.deep.equal([1, '2026-01-01', '2026-12-31']);
    expect(new Set([all.name, until.name, span.name]).size).to.equal(3);
    expect(found.bind({ companyId: 2, from: '2027-01-01', to: '2027-12-31', withLabel: true })).to.deep.equal({
      ...span,
      values: [2, '2027-01-01', '2027-12-31'],
    });
    expect(built).to.equal(3);
  });

  it('has as many places as a list has values', () => {
    const found = unpreparedStatement(
      { companyId: bigint, words: each(text), columns: shape<string>(), values: each(inferred) },
      (db, { companyId, words, columns, values }) =>
        db
          .selectFrom('read.third_parties as t')
          .select('t.id')
          .where('t.company_id', '=', companyId)
          .where((eb) => eb.or(words.map((word) => sql<boolean>`t.search like ${word}`)))
          .where((eb) =>
            eb.and(values.map((value, index) => sql<boolean>`${sql.ref(columns.split(',')[index]!)} = ${value}`)),
          ),
    );
    const given = { companyId: 1, words: ['%a%', '%b%'], columns: 'type,is_active', values: ['customer', true] };
    expect(found.bind(given)).to.deep.equal({
      text:
        'select "t"."id" from "read"."third_parties" as "t" where "t"."company_id" = $1::bigint ' +
        'and (t.search like $2::text or t.search like $3::text) and ("type" = $4 and "is_active" = $5)',
      values: [1, '%a%', '%b%', 'customer', true],
    });
  });

  it('tells the types of what it is given and of its rows', () => {
    const found = statement(
      'test-types',
      { companyId: bigint, type: oneOf<'customer' | 'supplier'>(), upTo: nullable(date), from: optional(date) },
      (db, { companyId, type }) =>
        db
          .selectFrom('read.entries as e')
          .leftJoin(...buildMergeJoin('e'))
          .leftJoin('read.third_parties as p', (join) =>
            join.on('p.id', '=', resolveThirdPartyId('e')).on('p.type', '=', type),
          )
          .select([
            'e.id',
            'e.status',
            'e.due_date',
            'p.name as third_party_name',
            resolveThirdPartyId('e').as('third_party_id'),
          ])
          .select(sumAmount(sql`e.total`).as('total'))
          .where('e.company_id', '=', companyId),
    );
    same<
      RowOfStatement<typeof found>,
      {
        readonly id: number;
        readonly status: 'posted' | 'reversed';
        readonly due_date: string | null;
        readonly third_party_name: string | null;
        readonly third_party_id: number | null;
        readonly total: string;
      }
    >(true);
    type Given = GivenTo<typeof found>;
    same<Given['type'], 'customer' | 'supplier'>(true);
    same<Given['upTo'], string | null>(true);
    same<Given['from'], string | undefined>(true);
    expect(found.bind({ companyId: 1, type: 'customer', upTo: null }).values).to.deep.equal(['customer', 1]);
  });

  it('goes through merges wherever third parties are read', () => {
    const found = statement('test-merges', { companyId: bigint, id: bigint }, (db, { companyId, id }) =>
      db
        .selectFrom('read.entry_lines as l')
        .leftJoin(...buildMergeJoin('l'))
        .select(resolveThirdPartyId('l').as('third_party_id'))
        .where('l.company_id', '=', companyId)
        .where(isCountedFor('l', companyId, id)),
    );
    expect(found.bind({ companyId: 1, id: 5 })).to.deep.equal({
      name: 'test-merges',
      text:
        'select coalesce("l_merge"."into_id", "l"."third_party_id") as "third_party_id" from "read"."entry_lines" as "l" ' +
        'left join "read"."third_party_merges" as "l_merge" on ("l_merge"."company_id" = "l"."company_id" and "l_merge"."third_party_id" = "l"."third_party_id") ' +
        'where "l"."company_id" = $1::bigint and "l"."third_party_id" = any (array(select "third_party_id" from ' +
        '"read"."third_party_merges" where "company_id" = $1::bigint and "into_id" = $2::bigint) || $2::bigint)',
      values: [1, 5],
    });
  });

  it('may be written by hand, with the same parameters', () => {
    const found = statement('test-by-hand', { companyId: bigint }, (_db, { companyId }) =>
      fromRawSql(sql<{ total: number }>`select count(*) as total from read.entries where company_id = ${companyId}`),
    );
    same<RowOfStatement<typeof found>, { readonly total: number }>(true);
    expect(found.bind({ companyId: 3 })).to.deep.equal({
      name: 'test-by-hand',
      text: 'select count(*) as total from read.entries where company_id = $1::bigint',
      values: [3],
    });
  });

  it('has a name that no other has', () => {
    const again = () => statement('test-by-hand', {}, (db) => db.selectFrom('read.entries').select('id'));
    expect(again).to.throw('test-by-hand');
  });
});
