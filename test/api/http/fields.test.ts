import { expect } from 'chai';
import type { z } from 'zod';
import {
  amount,
  bool,
  choice,
  date,
  decimal,
  email,
  id,
  instant,
  integer,
  list,
  nullableText,
  pageQuery,
  text,
} from '../../../api/http/input/fields.ts';
import { listProblems } from '../../../api/http/input/problems.ts';
import { z as zod } from 'zod';

/** The value read, or the code of the problem. */
function read(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? parsed.data : { refused: listProblems(parsed.error)[0]?.code };
}

const refused = (code: string) => ({ refused: code });

describe('fields of a request', () => {
  const AMOUNTS: [unknown, unknown][] = [
    ['12.34', '12.34'],
    ['12.3', '12.30'],
    ['12', '12.00'],
    ['0', '0.00'],
    ['0.00', '0.00'],
    [12, '12.00'],
    [1.1, '1.10'],
    [-0, '0.00'],
    [0.07, '0.07'],
    [999999999999.99, '999999999999.99'],
    ['999999999999.99', '999999999999.99'],
    ['1000000000000', refused('amount_too_large')],
    ['999999999999999.99', refused('amount_too_large')],
    [0.1 + 0.2, refused('amount_too_many_decimals')],
    ['0.005', refused('amount_too_many_decimals')],
    [0.005, refused('amount_too_many_decimals')],
    ['12.340', refused('amount_too_many_decimals')],
    ['1e3', refused('not_an_amount')],
    [1e21, refused('not_an_amount')],
    [1e-7, refused('not_an_amount')],
    [NaN, refused('not_an_amount')],
    [Infinity, refused('not_an_amount')],
    ['-0.00', refused('not_an_amount')],
    ['-0', refused('not_an_amount')],
    ['-1.00', refused('amount_negative')],
    [-1, refused('amount_negative')],
    ['١٢', refused('not_an_amount')],
    ['１２', refused('not_an_amount')],
    ['1,00', refused('not_an_amount')],
    ['1.000,00', refused('not_an_amount')],
    ['1 000', refused('not_an_amount')],
    ['+1', refused('not_an_amount')],
    ['.5', refused('not_an_amount')],
    ['1.', refused('not_an_amount')],
    ['01', refused('not_an_amount')],
    ['0x10', refused('not_an_amount')],
    ['1.00\n', refused('not_an_amount')],
    ['12.34 EUR', refused('not_an_amount')],
    ['9'.repeat(1_000_000), refused('not_an_amount')],
    [true, refused('not_an_amount')],
    [['1.00'], refused('not_an_amount')],
    [{}, refused('not_an_amount')],
    [null, refused('required')],
    [undefined, refused('required')],
  ];
  for (const [given, expected] of AMOUNTS) {
    it(`reads the amount ${String(JSON.stringify(given)).slice(0, 30)} as ${JSON.stringify(expected)}`, () =>
      expect(read(amount(), given)).to.deep.equal(expected));
  }

  it('reads signed amounts where they make sense', () => {
    expect(read(amount({ signed: true }), '-1.5')).to.equal('-1.50');
    expect(read(amount({ signed: true }), '-0.00')).to.deep.equal(refused('not_an_amount'));
  });

  const OTHERS: [string, z.ZodType, unknown, unknown][] = [
    ['integer', integer(), '12', 12],
    ['integer', integer(), '-3', -3],
    ['integer', integer(), 12.0, 12],
    ['integer', integer(), '12.0', refused('not_an_integer')],
    ['integer', integer(), 1.5, refused('not_an_integer')],
    ['integer', integer(), ' 12', refused('not_an_integer')],
    ['integer', integer(), '1e3', refused('not_an_integer')],
    ['integer', integer(), true, refused('not_an_integer')],
    ['integer', integer(), 1e300, refused('number_too_large')],
    ['integer', integer({ max: 5 }), '6', refused('number_too_large')],
    ['integer', integer({ min: 5 }), 4, refused('number_too_small')],
    ['id', id(), 0, refused('number_too_small')],
    ['bool', bool(), 1, true],
    ['bool', bool(), '0', false],
    ['bool', bool(), 'yes', refused('not_a_boolean')],
    ['bool', bool(), 2, refused('not_a_boolean')],
    ['bool', bool(), null, refused('required')],
    ['date', date(), '2024-02-29', '2024-02-29'],
    ['date', date(), '2023-02-29', refused('not_a_date')],
    ['date', date(), '1900-02-29', refused('not_a_date')],
    ['date', date(), '2026-13-01', refused('not_a_date')],
    ['date', date(), '2026-1-1', refused('not_a_date')],
    ['date', date(), '2026-01-01T00:00:00Z', '2026-01-01'],
    ['date', date(), '2026-01-01T00:00:00.000000Z', '2026-01-01'],
    ['date', date(), '2026-01-01T00:00:00+00:00', '2026-01-01'],
    ['date', date(), '2026-02-30T00:00:00.000000Z', refused('not_a_date')],
    ['date', date(), '2026-01-01T00:00:00+02:00', refused('not_a_date')],
    ['date', date(), '2026-01-01T10:00:00.000000Z', refused('not_a_date')],
    ['date', date(), '2026-01-01T00:00:00.000001Z', refused('not_a_date')],
    ['date', date(), '1899-12-31', refused('date_out_of_range')],
    ['date', date(), '3000-01-01', refused('date_out_of_range')],
    ['date', date(), 20260101, refused('not_a_date')],
    ['instant', instant(), '2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00.000Z'],
    ['instant', instant(), 'yesterday', refused('not_a_timestamp')],
    ['instant', instant(), '0001-01-01T00:00:00Z', refused('date_out_of_range')],
    ['instant', instant(), '9999-12-31T23:59:59-14:00', refused('date_out_of_range')],
    ['text', text(3), 'abc', 'abc'],
    ['text', text(3), '😀😀😀', '😀😀😀'],
    ['text', text(3), 'abcd', refused('text_too_long')],
    ['text', text(3), 12, refused('not_text')],
    ['text', text(3), '', refused('required')],
    ['text', text(20, { min: 8 }), 'short', refused('text_too_short')],
    ['name', text(100), 'Ada\tLovelace', refused('hidden_characters')],
    ['name', text(100), 'Ada\u0007', refused('hidden_characters')],
    ['name', text(100), 'Ada\nLovelace', refused('hidden_characters')],
    ['name', text(100), 'Ada\u0085', refused('hidden_characters')],
    ['name', text(100), 'Ada \u202egpj.exe', refused('hidden_characters')],
    ['name', text(100), '\u2066Ada\u2069', refused('hidden_characters')],
    ['name', text(100), 'Zoë 👩‍💼 \u200fעדה', 'Zoë 👩‍💼 \u200fעדה'],
    ['note', text(5000), 'First\r\n\tsecond', 'First\r\n\tsecond'],
    ['note', text(5000), 'First\u001b[31m', refused('hidden_characters')],
    ['note', text(5000), 'First\u202d', refused('hidden_characters')],
    ['nullable text', nullableText(3), null, null],
    ['nullable text', nullableText(3), undefined, undefined],
    ['choice', choice(['a', 'b']), 'a', 'a'],
    ['choice', choice(['a', 'b']), 'toString', refused('not_one_of')],
    ['e-mail', email(), 'ada.lovelace+x@books.example', 'ada.lovelace+x@books.example'],
    ['e-mail', email(), 'ada@localhost', refused('not_an_email')],
    ['e-mail', email(), 'a b@c.be', refused('not_an_email')],
    ['e-mail', email(), 'a@@c.be', refused('not_an_email')],
    ['e-mail', email(), '@c.be', refused('not_an_email')],
    ['e-mail', email(), 'a@c..be', refused('not_an_email')],
    ['e-mail', email(), 'zoe\u0308@books.example', 'zo\u00eb@books.example'],
    ['e-mail', email(), 'ada\u0001@books.example', refused('not_an_email')],
    ['e-mail', email(), 'ada\u200b@books.example', refused('not_an_email')],
    ['e-mail', email(), '\u202eada@books.example', refused('not_an_email')],
    ['text of 8', text(100, { min: 8 }), '12345678', '12345678'],
    ['text of 8', text(100, { min: 8 }), '\u{1f600}'.repeat(7), refused('text_too_short')],
    ['text of 8', text(100, { min: 8 }), '\u{1f600}'.repeat(8), '\u{1f600}'.repeat(8)],
    ['e-mail', email(), `${'a'.repeat(1_000_000)}@b.be`, refused('text_too_long')],
    ['list', list(id(), { min: 1, max: 2 }), [], refused('list_too_short')],
    ['list', list(id(), { min: 1, max: 2 }), [1, 2, 3], refused('list_too_long')],
    ['list', list(id(), { min: 1, max: 2 }), { 0: 1 }, refused('not_a_list')],
    ['list', list(id(), { min: 1, max: 2 }), ['1', 2], [1, 2]],
  ];
  for (const [what, schema, given, expected] of OTHERS) {
    it(`reads the ${what} ${String(JSON.stringify(given)).slice(0, 30)} as ${JSON.stringify(expected)}`, () =>
      expect(read(schema, given)).to.deep.equal(expected));
  }

  for (const [given, expected] of [
    ['21', '21.000'],
    ['100', '100.000'],
    ['100.001', refused('number_too_large')],
    ['99.9999', refused('too_many_decimals')],
    ['-1', refused('number_too_small')],
    ['1000', refused('number_too_large')],
    ['x', refused('not_a_number')],
  ] as const) {
    it(`reads the decimal ${given} as ${JSON.stringify(expected)}`, () =>
      expect(read(decimal(3, '100'), given)).to.deep.equal(expected));
  }

  it('never refuses a page', () => {
    const schema = zod.object(pageQuery());
    expect(read(schema, {})).to.deep.equal({ page: 1, per_page: 50 });
    expect(read(schema, { page: '3', per_page: '20' })).to.deep.equal({ page: 3, per_page: 20 });
    for (const page of ['0', '-1', 'x', '1.5', '1e3', ['2']]) expect(read(schema, { page })).to.include({ page: 1 });
    for (const perPage of ['0', '-5', 'x']) expect(read(schema, { per_page: perPage })).to.include({ per_page: 50 });
    expect(read(schema, { per_page: '100000' })).to.include({ per_page: 200 });
    expect(read(zod.object(pageQuery({ defaultPerPage: 100, maxPerPage: 500 })), { per_page: '501' })).to.include({
      per_page: 500,
    });
  });

  it('says "required" of plain schemas too', () => {
    expect(read(zod.object({ a: zod.string() }), {})).to.deep.equal(refused('required'));
    expect(read(zod.object({ a: zod.enum(['x']) }), {})).to.deep.equal(refused('required'));
    expect(read(zod.object({ a: zod.enum(['x']) }), { a: 'y' })).to.deep.equal(refused('not_one_of'));
    expect(read(zod.object({ a: zod.string().max(2) }), { a: 'yyy' })).to.deep.equal(refused('text_too_long'));
  });
});
