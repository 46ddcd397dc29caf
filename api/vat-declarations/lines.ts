import { z } from 'zod';
import { add, isZero, subtract, ZERO } from '../../domain/money.ts';
import { invalid, refuse } from '../../domain/refusal.ts';
import { byBox, knownBoxes, partsOf } from '../../domain/vat-declarations/computation.ts';
import { formByCode } from '../../domain/vat-declarations/form.ts';
import { linesOfBox, type BoxLine } from '../../projections/vat-declarations/lines.ts';
import { findDeclaration } from '../../projections/vat-declarations/queries.ts';
import { id, pageQuery, text } from '../http/input/fields.ts';
import { dateTimestamp, decimalString, recordId } from '../http/reply/output.ts';
import { pageOf, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { zeroTime } from '../http/reply/time.ts';
import { ofNewDeclaration, ONE } from './examples.ts';

const BoxLineAnswer = z
  .object({
    entry_id: recordId,
    line_id: recordId.nullable(),
    entry_date: dateTimestamp,
    tax_point: dateTimestamp.nullable().meta({
      description: 'The day on which the tax became due, where the return of that day was validated already.',
    }),
    journal_code: z.string(),
    number: z.int(),
    reference: z.string().nullable(),
    third_party: z.object({ id: recordId, name: z.string() }).nullable(),
    vat_code: z.string(),
    base: decimalString,
    tax: decimalString,
    amount: decimalString.meta({ description: 'What it adds to the box.' }),
  })
  .meta({ id: 'VatBoxLine' });

const present = (row: BoxLine): z.output<typeof BoxLineAnswer> => ({
  entry_id: row.entry_id,
  line_id: row.line_id,
  entry_date: zeroTime(row.entry_date),
  tax_point: row.tax_point && zeroTime(row.tax_point),
  journal_code: row.journal_code,
  number: row.number,
  reference: row.reference,
  third_party: row.third_party_id === null ? null : { id: row.third_party_id, name: row.third_party_name ?? '' },
  vat_code: row.vat_code,
  base: row.base,
  tax: row.tax,
  amount: row.amount,
});

export const linesRoute = route({
  area: 'vat',
  demo: 'allowed',
  method: 'get',
  path: `${ONE}/lines`,
  summary: 'The entries that make up a box of a return, with totals that agree to the cent',
  ability: 'read',
  role: 'any',
  params: z.object({ id: id() }),
  query: z.object({ box: text(10), ...pageQuery() }),
  example: async (scene) => ({ ...(await ofNewDeclaration(scene)), query: { box: '54' } }),
  replies: {
    200: pageOf(BoxLineAnswer, {
      box: z.string(),
      box_total: decimalString.meta({ description: 'What the lines of all pages come to.' }),
      manual: decimalString.meta({ description: 'What a person has added.' }),
      carried: decimalString.meta({ description: 'What the return before has left.' }),
      adjusted: decimalString.meta({
        description:
          'What the form makes of it: amounts below zero that go elsewhere, whole euros, a credit asked back.',
      }),
      amount: decimalString.meta({ description: 'The box: the sum of these.' }),
    }),
  },
  async handle({ params, query, services, company, language, pathUrl }) {
    const row = await findDeclaration(services.pool, company.id, params.id);
    if (!row) return refuse('not_found');
    const { box, page, per_page: perPage } = query;
    const form = formByCode(row.country_pack, row.form);
    const known = form.boxes.find((one) => one.box === box);
    if (!known) return invalid([{ code: 'vat_box_unknown', field: 'box', params: { box, country: row.country_pack } }]);
    const amount = byBox(row.boxes).get(box) ?? ZERO;
    // Of two opposite boxes, such as what is due and what is got back, one has nothing in it.
    const parts = known.formula?.atLeastZero && isZero(amount) ? new Map<string, 1>() : partsOf(form, box);
    const found = await linesOfBox(services.pool, company.id, { ...row, parts }, page, perPage);
    const knownAs = knownBoxes(form);
    const of = (amounts: readonly { readonly box: string; readonly amount: string }[]): string =>
      amounts.reduce((sum, one) => {
        const sign = parts.get(knownAs(one.box));
        if (sign === undefined) return sum;
        return sign === 1 ? add(sum, one.amount) : subtract(sum, one.amount);
      }, ZERO);
    const [manual, carried] = [of(row.manual), of(row.carried)];
    const rows = found.rows.map(present);
    return ok({
      ...paginate({ rows, total: found.total, page, perPage, pathUrl, language }),
      box,
      box_total: found.amount,
      manual,
      carried,
      adjusted: subtract(amount, [found.amount, manual, carried].reduce(add, ZERO)),
      amount,
    });
  },
});
