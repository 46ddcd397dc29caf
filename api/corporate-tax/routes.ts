import { z } from 'zod';
import { setCorporateTaxLines } from '../../commands/corporate-tax/set-lines.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { amount, id, list, text } from '../http/input/fields.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { readReportSnapshot } from '../reports/report.ts';
import { CorporateTax, readEstimate } from './estimate.ts';
import { prepareLines, prepareYear } from './examples.ts';

const common = {
  area: 'filing',
  path: '/v1/companies/{company}/corporate-tax/{fiscalYear}',
  demo: 'allowed',
  params: z.object({ fiscalYear: id().meta({ description: 'Id of the fiscal year.' }) }),
} as const;

const MOST_LINES = 250;
const LONGEST_REASON = 500;

const Body = z.object({
  lines: list(
    z.object({
      code: text(40).meta({
        description: '`additions`, `deductions`, `carried_losses`, `prepayments`, or the code of a disallowed expense.',
      }),
      amount: amount().nullable().meta({ description: 'Null gives the line back to the books.' }),
      reason: text(LONGEST_REASON).nullish().meta({ description: 'Required with an amount.' }),
    }),
    { max: MOST_LINES },
  ),
});

export const corporateTaxRoutes = [
  route({
    ...common,
    method: 'get',
    summary: 'Estimate the corporate tax of a fiscal year, line by line, with the entry of its provision',
    ability: 'read',
    role: 'any',
    example: prepareYear,
    replies: { 200: CorporateTax },
    errorCodes: ['corporate_tax_not_applicable'],
    async handle(request) {
      const answer = await readAnswer(request);
      return isRefusal(answer) ? answer : ok(answer, { version: answer.version });
    },
  }),
  route({
    ...common,
    method: 'patch',
    summary: 'Set lines of the estimate by hand, each with its reason; null gives a line back to the books',
    ability: 'write',
    role: 'encoder',
    body: Body,
    example: prepareLines,
    replies: { 200: CorporateTax },
    errorCodes: ['conflict', 'corporate_tax_not_applicable'],
    async handle(request) {
      const { params, body, services, company, write } = request;
      const lines = body.lines.map((line) => ({ ...line, reason: line.reason ?? null }));
      const requested = { fiscalYearId: params.fiscalYear, lines, baseVersion: write.baseVersion };
      const outcome = await setCorporateTaxLines(services, company.id, requested, write);
      if (isRefusal(outcome)) return withServerData(outcome, () => readServerData(request));
      const answer = await readAnswer(request);
      if (isRefusal(answer)) return answer;
      return ok(answer, { version: answer.version, recorded: outcome.isRecorded });
    },
  }),
];

type TaxRequest = Pick<
  RouteRequest<{ readonly fiscalYear: number }>,
  'services' | 'company' | 'params' | 'language' | 'knownAt'
>;

function readAnswer({ services, company, params, language, knownAt }: TaxRequest) {
  return readReportSnapshot({ services, company }, {}, async (db, _span, years) => {
    const year = years.find(({ id: own }) => own === params.fiscalYear);
    if (!year) return refuse('not_found');
    const span = { from: year.starts_on, to: year.ends_on };
    return readEstimate({ db, span, years, language, companyId: company.id, knownAt: knownAt ?? null });
  });
}

async function readServerData(request: TaxRequest) {
  const answer = await readAnswer(request);
  return isRefusal(answer) ? null : answer;
}
