import { z } from 'zod';
import {
  postOpeningBalance,
  buildOpeningCommand,
  type RequestedOpening,
} from '../../commands/fiscal-years/post-opening-balance.ts';
import { MAX_OPENING_LINES, type OpeningLine } from '../../domain/fiscal-years/opening-balance.ts';
import { ZERO } from '../../domain/money.ts';
import { refuseInvalid, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import { amount, bool, date, id, list, text } from '../http/input/fields.ts';
import { created } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { lineCurrency } from '../ledger/bodies.ts';
import { Entry, presentEntry, toEntryWithLines } from '../ledger/entry.ts';
import { EntryDryRun, presentPreviews } from '../ledger/preview.ts';
import { importQuery, refuseTable } from '../records/import/faults.ts';
import { mergeProblems } from '../records/import/merge-problems.ts';
import { readTable, TABLE_ERROR_CODES, tableUpload } from '../records/import/table.ts';
import type { Services } from '../services.ts';
import { withServerYear } from './answer.ts';
import { FREE_LINES } from '../ledger/examples.ts';
import { getOtherYearParams } from './examples.ts';
import { openingSheet, readOpeningTable, type OpeningFile } from './opening-file.ts';
import { previewCommand } from '../../commands/support/preview.ts';

const Line = z.object({
  account: text(20).nullish(),
  account_id: id().nullish(),
  debit: amount().nullish(),
  credit: amount().nullish(),
  label: text(200).nullish(),
  third_party: text(20).nullish(),
  third_party_id: id().nullish(),
  due_date: date().nullish(),
  reference: text(100).nullish(),
  ...lineCurrency,
  vat_code: text(20).nullish().meta({
    description: 'VAT code of an open item whose tax becomes due when it is paid (France).',
  }),
  tax: amount().nullish().meta({
    description: 'Tax included in the open item; computed from the rate of the code if absent.',
  }),
});

const Body = z.object({
  /** Required without a file. */
  lines: list(Line, { max: MAX_OPENING_LINES }).nullish(),
  journal_id: id().nullish(),
  label: text(200).nullish(),
  preview: bool().nullish().meta({ description: 'Deprecated: use `dry_run`.' }),
  /** For a file. */
  ignore_unknown_columns: bool().nullish(),
});

const Preview = EntryDryRun.extend({
  preview: z.literal(true).meta({ description: 'Deprecated: `dry_run` says the same.' }),
}).meta({ id: 'OpeningBalancePreview' });

/** Enough for the maximum number of lines with their texts. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

export const openingBalanceRoute = route({
  method: 'post',
  path: '/v1/companies/{company}/fiscal-years/{id}/opening-balance',
  operationId: 'postOpeningBalance',
  area: 'fiscal-years',
  summary: 'Post the opening balances from previous books, once, from JSON or a CSV or XLSX file',
  ability: 'write',
  role: 'manager',
  demo: 'allowed',
  params: z.object({ id: id() }),
  heavy: 'always',
  maxBodyBytes: MAX_BODY_BYTES,
  upload: { ...tableUpload, orJson: true },
  query: importQuery,
  body: Body,
  alsoWrong: {
    standIns: { journal_id: Number.MAX_SAFE_INTEGER },
    async findRefusal({ files, services, company, params }, { lines, journal_id = null, label = null }) {
      // A file is checked once its options are readable.
      if (files.length > 0 || !lines) return null;
      const requested = { id: params.id, baseVersion: null, journal_id, label, lines: lines.map(toOpeningLine) };
      const preview = await previewCommand(services, company.id, buildOpeningCommand, requested);
      return isRefusal(preview) && preview.code !== 'not_found' ? preview : null;
    },
  },
  example: async ({ otherCompany }) => ({
    ...getOtherYearParams(await otherCompany()),
    body: { lines: FREE_LINES },
    form: {
      name: 'opening.csv',
      type: 'text/csv',
      content: 'account;debit;credit\n604000;125.00;\n440000;;125.00\n',
    },
  }),
  replies: { 201: Entry },
  dryRun: {
    reply: Preview,
    aliases: ['preview'],
    present: ({ language }, rehearsed) => ({ preview: true, ...presentPreviews(rehearsed, language)[0]! }),
  },
  errorCodes: [
    'conflict',
    'period_locked',
    'opening_balance_exists',
    'opening_balance_not_first',
    'opening_balance_too_large',
    ...TABLE_ERROR_CODES,
  ],
  async handle(request) {
    const { body, files, params, services, company, language, write } = request;
    const table = files[0] ? await readTable(files[0], MAX_OPENING_LINES) : null;
    if (table && isRefusal(table)) return table;
    const refuseOpening = async (refused: Refusal) =>
      withServerYear(
        request,
        params.id,
        table ? await refuseTable(request, { sheet: openingSheet, table }, refused) : refused,
      );
    const read = table
      ? await readOpeningTable(table, body.ignore_unknown_columns ?? false)
      : readBodyLines(body.lines);
    if (isRefusal(read)) return table ? refuseTable(request, { sheet: openingSheet, table }, read) : read;
    const { journal_id = null, label = null } = body;
    const { lines, problems } = read;
    const requested: RequestedOpening = { id: params.id, baseVersion: write.baseVersion, journal_id, label, lines };
    if (problems.length > 0) return refuseOpening(await buildFileRefusal(services, company.id, requested, problems));
    const posted = await postOpeningBalance(services, company.id, requested, write, (entry) =>
      presentEntry(toEntryWithLines(entry), language),
    );
    if (isRefusal(posted)) return refuseOpening(posted);
    return created(posted.presented, { version: 1 });
  },
});

/** Combines unreadable lines with the validation errors of the rest. */
async function buildFileRefusal(
  services: Services,
  companyId: number,
  requested: RequestedOpening,
  problems: readonly Problem[],
): Promise<Refusal> {
  const preview = await previewCommand(services, companyId, buildOpeningCommand, requested);
  const refused = isRefusal(preview) ? preview : null;
  return mergeProblems(
    problems,
    refused,
    ({ code }) => code === refused?.code || /^(account|third_party)_(?!contra)/.test(code),
  );
}

function readBodyLines(lines: z.output<typeof Body>['lines']): OpeningFile | Refusal {
  if (!lines) return refuseInvalid([{ code: 'required', field: 'lines' }]);
  return { lines: lines.map(toOpeningLine), problems: [] };
}

function toOpeningLine(line: NonNullable<z.output<typeof Body>['lines']>[number], index: number): OpeningLine {
  return {
    at: `lines.${index}`,
    account: line.account ?? null,
    account_id: line.account_id ?? null,
    debit: line.debit ?? ZERO,
    credit: line.credit ?? ZERO,
    label: line.label ?? null,
    third_party: line.third_party ?? null,
    third_party_id: line.third_party_id ?? null,
    due_date: line.due_date ?? null,
    reference: line.reference ?? null,
    currency: line.currency ?? null,
    currency_amount: line.currency_amount ?? null,
    exchange_rate: line.exchange_rate ?? null,
    vat_code: line.vat_code ?? null,
    tax: line.tax ?? null,
  };
}
