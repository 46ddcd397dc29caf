import { z } from 'zod';
import { inSnapshot } from '../../database/snapshot.ts';
import { countryPack } from '../../domain/country-packs/index.ts';
import { hasProRata } from '../../domain/companies/vat-regimes.ts';
import { daysBetween } from '../../domain/dates.ts';
import { isRefusal, invalid, refuse } from '../../domain/refusal.ts';
import { calendarOf, returnsSince } from '../../domain/vat-declarations/calendar.ts';
import { balanceOf } from '../../domain/vat-declarations/computation.ts';
import { controlFindings, SELDOM_DEDUCTED } from '../../domain/vat-declarations/control.ts';
import { returnForm } from '../../domain/vat-declarations/form.ts';
import { taxAccounts } from '../../domain/vat-declarations/settlement.ts';
import { calendarFile } from '../../projections/vat-declarations/calendar.ts';
import { controlFacts } from '../../projections/vat-declarations/control.ts';
import { date } from '../http/input/fields.ts';
import { decimalString, recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { todayOfTheBooks } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';

const Finding = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    message: z.string(),
    solution: z.string().meta({ description: 'What to do about it.' }),
    amount: decimalString.optional(),
    links: z
      .array(z.object({ resource: z.string(), id: recordId }))
      .meta({ description: 'What it is about, the largest first; at most twenty.' }),
  })
  .meta({ id: 'VatControlFinding' });

const MOST_DAYS = 2 * 366;

export const controlRoute = route({
  area: 'vat',
  method: 'get',
  path: '/v1/companies/{company}/vat/control',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  summary: 'What is worth a second look in the VAT of some days: boxes against accounts, rates, numbers, deductions',
  showsNow: 'it prepares a decision of now',
  query: z.object({
    from: date().optional().meta({ description: 'Absent: the first day of the year of `to`.' }),
    to: date().optional().meta({ description: 'Absent: today.' }),
  }),
  replies: { 200: z.object({ data: z.array(Finding) }).meta({ id: 'VatControl' }) },
  async handle({ query, services, company, language }) {
    const today = todayOfTheBooks();
    const to = query.to ?? (query.from !== undefined && query.from > today ? query.from : today);
    const from = query.from ?? `${to.slice(0, 4)}-01-01`;
    const wrong = spanProblem(from, to);
    if (isRefusal(wrong)) return wrong;
    const file = await services.commands.look('company', company.id);
    const pack = countryPack(file.identity!.country_pack)!;
    const days = { from, to };
    const [calendar, { books, posted, ...found }] = await Promise.all([
      calendarFile(services.pool, company.id, returnsSince(days)),
      inSnapshot(services.pool, (db) =>
        controlFacts(db, {
          companyId: company.id,
          ...days,
          country: pack.code,
          taxAccounts: taxAccounts(file),
          seldomDeducted: SELDOM_DEDUCTED[pack.code],
          hasProRata: hasProRata(file.identity!.settings),
        }),
      ),
    ]);
    if (!calendar) return refuse('not_found');
    const due = calendarOf(calendar, { from, to: today < from ? from : today }, today);
    const late = due.filter(({ starts_on, ends_on }) => starts_on <= to && ends_on >= from);
    // The form of everybody: a special return has not all the boxes that entries fill.
    const tax = { declared: balanceOf(returnForm(pack.code, 'monthly', 'monthly'), books), posted };
    const findings = controlFindings({ ...found, tax, calendar: late }, file.identity!, pack);
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

function spanProblem(from: string, to: string) {
  if (from > to) return invalid([{ code: 'period_reversed', field: 'to' }]);
  if (daysBetween(from, to) > MOST_DAYS)
    return invalid([{ code: 'vat_span_too_long', field: 'to', params: { max: MOST_DAYS } }]);
  return null;
}
