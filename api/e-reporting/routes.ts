import { createHash } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import {
  reportPayments,
  reportTransactions,
  type Sale,
  type Settlement,
} from '../../domain/e-reporting/e-reporting.ts';
import { parseReportedPeriod, type ReportedPeriod } from '../../domain/e-reporting/period.ts';
import { add } from '../../domain/money.ts';
import { refuse, refuseInvalid } from '../../domain/refusal.ts';
import { vatCodes } from '../../domain/vat-codes/vat-code.ts';
import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import {
  listReportedSales,
  listReportedSettlements,
  type ReportedSaleRow,
  type ReportedSettlementRow,
} from '../../projections/e-reporting/queries.ts';
import { listRecords, type ShownRow } from '../../projections/records/queries.ts';
import { text } from '../http/input/fields.ts';
import { recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';

const amount = z.string().meta({ description: 'Negative for credit notes.' });
const rate = z.string().meta({ description: 'Rate of VAT in per cent.' });

const EReporting = z
  .object({
    period: z.string(),
    transactions: z
      .array(
        z.object({
          kind: z
            .enum(['b2c', 'international'])
            .meta({ description: 'Sales to consumers in France, or to customers abroad.' }),
          date: z.string().meta({ description: 'Day of the sales.' }),
          category: z.enum(['TLB1', 'TPS1', 'TNT1', 'TMA1']).meta({
            description:
              '`TLB1` taxed goods, `TPS1` taxed services, `TNT1` not taxed in France, `TMA1` under the margin scheme.',
          }),
          rate,
          base: amount,
          tax: amount,
          currency: z.string(),
          count: z.int().meta({ description: 'Number of sales.' }),
        }),
      )
      .meta({ description: 'Sales, summed by kind, day, category and rate.' }),
    payments: z
      .array(
        z.object({
          date: z.string().meta({ description: 'Day on which the payment settled the invoice.' }),
          rate,
          amount: z.string().meta({ description: 'Including VAT.' }),
          document_id: recordId.nullable().meta({ description: 'The document that was paid; null for an entry.' }),
        }),
      )
      .meta({ description: 'Payments of services whose tax is due with the payment.' }),
    fingerprint: z.string().meta({ description: 'SHA-256 of the data: the same as long as the books are.' }),
  })
  .meta({ id: 'EReporting' });

export const eReportingRoutes = [
  route({
    method: 'get',
    path: '/v1/companies/{company}/e-reporting/{period}',
    area: 'documents',
    ability: 'read',
    role: 'any',
    demo: 'allowed',
    heavy: 'always',
    summary: 'France: sales to consumers and abroad, and payments of services, to be reported for a period',
    params: z.object({
      period: text(9).meta({ description: 'A month (`2026-10`), or a third of one (`2026-10-1`, `-2`, `-3`).' }),
    }),
    example: async ({ abroad }) => ({ company: await abroad('FR'), params: { period: '2026-10' } }),
    replies: { 200: EReporting },
    errorCodes: ['e_reporting_france_only', 'e_reporting_period_invalid', 'e_reporting_too_large'],
    async handle({ params, services, company }) {
      const period = parseReportedPeriod(params.period);
      if (period === null) return refuseInvalid([{ field: 'period', code: 'e_reporting_period_invalid' }]);
      const [row] = await loadCompaniesByIds(services.pool, [company.id]);
      if (row?.country_pack !== 'FR') return refuse('e_reporting_france_only');
      const books = await readReportedBooks(services.pool, company.id, period);
      if (!books) return refuse('e_reporting_too_large', { field: 'period', params: { max: MOST_ROWS } });
      const { sales, settlements } = books;
      const transactions = reportTransactions(sales, row.currency);
      const payments = reportPayments(settlements);
      const data = { period: params.period, transactions, payments };
      const fingerprint = createHash('sha256').update(JSON.stringify(data)).digest('hex');
      return ok({ ...data, transactions: [...transactions], payments: [...payments], fingerprint });
    },
  }),
];

type Codes = ReadonlyMap<number, ShownRow<typeof vatCodes>>;

/** Sales, and settled lines, of one period. A third of a month has fewer. */
const MOST_ROWS = 100_000;

/** Null if there are more rows than are reported at once. */
export async function readReportedBooks(pool: pg.Pool, companyId: number, period: ReportedPeriod, most = MOST_ROWS) {
  const [codes, sold, settled] = await Promise.all([
    listRecords(pool, vatCodes, companyId, { equal: { direction: 'sale' }, search: null }),
    listReportedSales(pool, companyId, period, most + 1),
    listReportedSettlements(pool, companyId, period, most + 1),
  ]);
  if (sold.length > most || settled.length > most) return null;
  const known: Codes = new Map(codes.map((code) => [code.id, code]));
  return {
    sales: sold.flatMap((row) => toSales(row, known)),
    settlements: settled.flatMap((row) => toSettlement(row, known)),
  };
}

const toCustomer = ({
  third_party_id,
  country,
  enterprise_number,
  vat_number,
}: ReportedSaleRow | ReportedSettlementRow) =>
  third_party_id === null ? null : { country, enterprise_number, vat_number };

/** Sales codes alone: the others in an entry are of purchases. */
const toSales = (row: ReportedSaleRow, codes: Codes): readonly Sale[] =>
  (row.vat ?? []).flatMap((effect) => {
    const code = codes.get(effect.vat_code_id);
    if (!code) return [];
    const { kind, rate: percent, nature } = code;
    return [
      {
        entry_id: row.id,
        date: row.entry_date,
        customer: toCustomer(row),
        code: { kind, rate: percent, nature },
        documentNature: row.nature,
        base: effect.base,
        tax: effect.due,
      },
    ];
  });

function toSettlement(row: ReportedSettlementRow, codes: Codes): readonly Settlement[] {
  const charged = (row.vat ?? []).flatMap(({ vat_code_id, base, due, exigibility }) => {
    const code = codes.get(vat_code_id);
    return code ? [{ rate: code.rate, amount: add(base, due), isOnPayment: exigibility === 'payment' }] : [];
  });
  if (charged.length === 0) return [];
  const { settled_on: date, document_id } = row;
  return [{ date, customer: toCustomer(row), document_id, amount: row.amount, charged }];
}
