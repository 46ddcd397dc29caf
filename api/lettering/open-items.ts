import { z } from 'zod';
import { listOpenItems } from '../../projections/lettering/open-items.ts';
import { choice, currencyCode, date, id, pageQuery } from '../http/input/fields.ts';
import { decimalString, plainDate } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { OpenItem, presentOpenItem } from '../ledger/movements.ts';

/** Totals of all items of the list, not only of the page. */
const Totals = z.object({
  debit: decimalString,
  credit: decimalString,
  balance: decimalString,
  /** Part of the balance that is due before the given date. */
  overdue: decimalString,
});

const CurrencyTotal = decimalString
  .optional()
  .meta({ description: 'With `currency`: the open amounts of all items in that currency.' });

export const openItemsRoute = route({
  method: 'get',
  path: '/v1/companies/{company}/open-items',
  area: 'lettering',
  summary: 'List open items on any date: lines not fully settled, earliest due date first',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  query: z.object({
    type: choice(['customer', 'supplier']).optional(),
    account_id: id().optional(),
    third_party_id: id().optional(),
    due_before: date().optional(),
    /** Defaults to today. */
    as_of: date().optional(),
    currency: currencyCode().optional().meta({ description: 'Only items in this currency.' }),
    ...pageQuery(),
  }),
  replies: { 200: pageSchema(OpenItem, { as_of: plainDate, totals: Totals, currency_total: CurrencyTotal }) },
  async handle({ query, services, company, language, pathUrl }) {
    const { page, per_page: perPage, as_of: asOf = getBookToday(), ...filter } = query;
    const found = await listOpenItems(services.pool, company.id, { ...filter, as_of: asOf }, page, perPage);
    const { total, debit, credit, balance, overdue, currencyTotal } = found;
    const rows = found.rows.map((row) => presentOpenItem(row, language, asOf));
    const totals = { debit, credit, balance, overdue };
    return ok({
      ...paginate({ rows, total, page, perPage, pathUrl, language }),
      as_of: asOf,
      totals,
      ...(currencyTotal !== null && { currency_total: currencyTotal }),
    });
  },
});
