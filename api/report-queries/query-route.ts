import { z } from 'zod';
import { isRefusal } from '../../domain/refusal.ts';
import { route } from '../http/routing/route.ts';
import { report, reportQuery } from '../reports/report.ts';
import { QueryAnswer } from './answer.ts';
import { pickFileOptions, pickQuery, queryParameters, readQuery } from './parameters.ts';
import { respondWithQuery } from './report.ts';

export const queryRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/query',
  operationId: 'queryReport',
  summary:
    'Query the ledger: debit, credit, balance and number of lines by account, rubric, journal, third party, analytic code, VAT code and time',
  query: z.object({ ...reportQuery, ...queryParameters }),
  example: { query: { measures: 'debit,credit,balance', by: 'account_prefix:2,month' } },
  replies: { 200: QueryAnswer },
  errorCodes: ['export_too_large', 'query_too_large'],
  async handle(request) {
    const query = readQuery(pickQuery(request.query));
    return isRefusal(query) ? query : respondWithQuery(request, query, pickFileOptions(request.query));
  },
});
