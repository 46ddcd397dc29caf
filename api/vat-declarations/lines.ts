import { z } from 'zod';
import { add, isZero, subtract, ZERO } from '../../domain/money.ts';
import { refuseInvalid, refuse } from '../../domain/refusal.ts';
import { mapByBox, createBoxMapper, resolveBoxParts } from '../../domain/vat-declarations/computation.ts';
import { getFormByCode } from '../../domain/vat-declarations/form.ts';
import { listBoxLines, type BoxLine } from '../../projections/vat-declarations/lines.ts';
import { findDeclaration } from '../../projections/vat-declarations/queries.ts';
import { id, pageQuery, text } from '../http/input/fields.ts';
import { dateTimestamp, decimalString, recordId, vatBox } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { toZeroTime } from '../http/reply/time.ts';
import { useNewDeclaration } from './examples.ts';

const BoxLineAnswer = z
  .object({
    entry_id: recordId,
    line_id: recordId.nullable(),
    entry_date: dateTimestamp,
    tax_point: dateTimestamp.nullable().meta({
      description: 'Date on which the tax became due, if the return of that date was already validated.',
    }),
    journal_code: z.string(),
    number: z.int(),
    reference: z.string().nullable(),
    third_party: z.object({ id: recordId, name: z.string() }).nullable(),
    vat_code: z.string(),
    base: decimalString,
    tax: decimalString,
    amount: decimalString.meta({ description: 'Amount added to the box.' }),
  })
  .meta({ id: 'VatBoxLine' });

const presentBoxLine = (row: BoxLine): z.output<typeof BoxLineAnswer> => ({
  entry_id: row.entry_id,
  line_id: row.line_id,
  entry_date: toZeroTime(row.entry_date),
  tax_point: row.tax_point && toZeroTime(row.tax_point),
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
  path: '/v1/companies/{company}/vat-declarations/{id}/lines',
  summary: 'List the entries that make up a box of a return, with totals that agree to the cent',
  ability: 'read',
  role: 'any',
  params: z.object({ id: id() }),
  query: z.object({ box: text(10).meta({ description: vatBox.description }), ...pageQuery() }),
  example: async (scene) => ({ ...(await useNewDeclaration(scene)), query: { box: '54' } }),
  replies: {
    200: pageSchema(BoxLineAnswer, {
      box: vatBox,
      box_total: decimalString.meta({ description: 'Total of the lines over all pages.' }),
      manual: decimalString.meta({ description: 'Amount added manually.' }),
      carried: decimalString.meta({ description: 'Amount carried over from the previous return.' }),
      adjusted: decimalString.meta({
        description:
          'Adjustment by the rules of the form: negative amounts moved elsewhere, rounding to whole euros, a refund claim.',
      }),
      amount: decimalString.meta({ description: 'Amount of the box: the sum of the above.' }),
    }),
  },
  async handle({ params, query, services, company, language, pathUrl }) {
    const row = await findDeclaration(services.pool, company.id, params.id);
    if (!row) return refuse('not_found');
    const { box, page, per_page: perPage } = query;
    const form = getFormByCode(row.country_pack, row.form);
    const known = form.boxes.find((one) => one.box === box);
    if (!known)
      return refuseInvalid([{ code: 'vat_box_unknown', field: 'box', params: { box, country: row.country_pack } }]);
    const amount = mapByBox(row.boxes).get(box) ?? ZERO;
    // Of two opposite boxes, such as payable and refundable, one is empty.
    const parts = known.formula?.atLeastZero && isZero(amount) ? new Map<string, 1>() : resolveBoxParts(form, box);
    const found = await listBoxLines(services.pool, company.id, { ...row, parts }, page, perPage);
    const knownAs = createBoxMapper(form);
    const sumParts = (amounts: readonly { readonly box: string; readonly amount: string }[]): string =>
      amounts.reduce((sum, one) => {
        const sign = parts.get(knownAs(one.box));
        if (sign === undefined) return sum;
        return sign === 1 ? add(sum, one.amount) : subtract(sum, one.amount);
      }, ZERO);
    const [manual, carried] = [sumParts(row.manual), sumParts(row.carried)];
    const rows = found.rows.map(presentBoxLine);
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
