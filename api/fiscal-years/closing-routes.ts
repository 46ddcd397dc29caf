import { z } from 'zod';
import { checkClosing, closeFiscalYear, reopenFiscalYear } from '../../commands/fiscal-years/close-fiscal-year.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { id } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { entriesDryRun } from '../ledger/preview.ts';
import { respondToYearChange } from './answer.ts';
import { ClosingCheck, presentClosingCheck } from './closing-check.ts';
import { getOtherYearParams, getYearParams } from './examples.ts';
import { FiscalYear } from './fiscal-year.ts';

const ONE = '/v1/companies/{company}/fiscal-years/{id}';
const common = { area: 'fiscal-years', demo: 'allowed', params: z.object({ id: id() }) } as const;

export const closingRoutes = [
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/fiscal-years/{id}/closing-check',
    summary: 'Check what prevents closing a fiscal year, and what to review before',
    showsNow: 'it prepares a current decision',
    ability: 'read',
    role: 'any',
    example: getYearParams,
    replies: { 200: ClosingCheck },
    async handle({ params, services, company, language, baseUrl }) {
      const check = await checkClosing(services, company.id, params.id, getBookToday());
      if (isRefusal(check)) return check;
      return ok(presentClosingCheck(check, `${baseUrl}/v1/companies/${company.publicToken}`, language));
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/fiscal-years/{id}/close',
    summary: 'Close a fiscal year: its result is transferred to equity, and its balances open the next year',
    ability: 'write',
    role: 'manager',
    body: z.object({ journal_id: id().nullish() }),
    example: async ({ otherCompany }) => {
      const company = await otherCompany();
      return { ...getOtherYearParams(company), body: { journal_id: company.journal('OD') } };
    },
    replies: { 200: FiscalYear },
    dryRun: entriesDryRun,
    errorCodes: ['conflict', 'fiscal_year_already_closed', 'closing_blocked', 'closing_too_large'],
    async handle(request) {
      const { body, params, services, company, write } = request;
      const today = getBookToday();
      const requested = { id: params.id, journalId: body.journal_id ?? null, today, baseVersion: write.baseVersion };
      return respondToYearChange(request, params.id, await closeFiscalYear(services, company.id, requested, write));
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/fiscal-years/{id}/reopen',
    summary: 'Reopen a closed fiscal year: its closing entries are reversed',
    ability: 'write',
    role: 'admin',
    example: async ({ after }) => getOtherYearParams((await after(`POST ${ONE}/close`)).company),
    replies: { 200: FiscalYear },
    dryRun: entriesDryRun,
    errorCodes: ['conflict', 'fiscal_year_not_closed', 'next_fiscal_year_closed'],
    async handle(request) {
      const { params, services, company, write } = request;
      const requested = { id: params.id, baseVersion: write.baseVersion };
      return respondToYearChange(request, params.id, await reopenFiscalYear(services, company.id, requested, write));
    },
  }),
];
