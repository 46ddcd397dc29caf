import { z } from 'zod';
import { readInSnapshot } from '../../database/snapshot.ts';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import { hasProRata } from '../../domain/companies/vat-regimes.ts';
import { countDaysBetween } from '../../domain/dates.ts';
import { isRefusal, refuseInvalid, refuse } from '../../domain/refusal.ts';
import { buildCalendar, getReturnsStart } from '../../domain/vat-declarations/calendar.ts';
import { computeReturnBalance } from '../../domain/vat-declarations/computation.ts';
import { listControlFindings, SELDOM_DEDUCTED } from '../../domain/vat-declarations/control.ts';
import { getReturnForm } from '../../domain/vat-declarations/form.ts';
import { listTaxAccounts } from '../../domain/vat-declarations/settlement.ts';
import { findCalendarFile } from '../../projections/vat-declarations/calendar.ts';
import { readControlFacts } from '../../projections/vat-declarations/control.ts';
import { date } from '../http/input/fields.ts';
import { decimalString, recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';

const Finding = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    message: z.string(),
    solution: z.string().meta({ description: 'How to resolve it.' }),
    amount: decimalString.optional(),
    links: z
      .array(z.object({ resource: z.string(), id: recordId }))
      .meta({ description: 'Records concerned, largest first; at most twenty.' }),
  })
  .meta({ id: 'VatControlFinding' });

const MOST_DAYS = 2 * 366;

export const controlRoute = route({
  area: 'vat',
  method: 'get',
  path: '/v1/companies/{company}/vat/control',
  operationId: 'controlVat',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  summary: 'Check the VAT of a period for anomalies: boxes against accounts, rates, numbers, deductions',
  showsNow: 'it prepares a decision to be made now',
  query: z.object({
    from: date().optional().meta({ description: 'Defaults to the first day of the year of `to`.' }),
    to: date().optional().meta({ description: 'Default: today.' }),
  }),
  replies: { 200: z.object({ data: z.array(Finding) }).meta({ id: 'VatControl' }) },
  async handle({ query, services, company, language }) {
    const today = getBookToday();
    const to = query.to ?? (query.from !== undefined && query.from > today ? query.from : today);
    const from = query.from ?? `${to.slice(0, 4)}-01-01`;
    const wrong = findSpanProblem(from, to);
    if (isRefusal(wrong)) return wrong;
    const file = await services.commands.loadState('company', company.id);
    const pack = findCountryPack(file.identity.country_pack)!;
    const days = { from, to };
    const [calendar, { books, posted, ...found }] = await Promise.all([
      findCalendarFile(services.pool, company.id, getReturnsStart(days)),
      readInSnapshot(services.pool, (db) =>
        readControlFacts(db, {
          companyId: company.id,
          ...days,
          country: pack.code,
          taxAccounts: listTaxAccounts(file),
          seldomDeducted: SELDOM_DEDUCTED[pack.code],
          hasProRata: hasProRata(file.identity.settings),
        }),
      ),
    ]);
    if (!calendar) return refuse('not_found');
    const due = buildCalendar(calendar, { from, to: today < from ? from : today }, today);
    const late = due.filter(({ starts_on, ends_on }) => starts_on <= to && ends_on >= from);
    // Uses the standard form: a special return lacks some of the boxes that entries fill.
    const tax = { declared: computeReturnBalance(getReturnForm(pack.code, 'monthly', 'monthly'), books), posted };
    const findings = listControlFindings({ ...found, tax, calendar: late }, file.identity, pack);
    return ok({
      data: findings.map(({ code, severity, params, amount, links }) => ({
        code,
        severity,
        message: translate(code, language, params),
        solution: translate(`${code}_solution`, language, { country: pack.code, ...params }),
        ...(amount !== undefined && { amount }),
        links,
      })),
    });
  },
});

function findSpanProblem(from: string, to: string) {
  if (from > to) return refuseInvalid([{ code: 'period_reversed', field: 'to' }]);
  if (countDaysBetween(from, to) > MOST_DAYS)
    return refuseInvalid([{ code: 'vat_span_too_long', field: 'to', params: { max: MOST_DAYS } }]);
  return null;
}
