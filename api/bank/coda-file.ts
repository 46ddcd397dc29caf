import { z } from 'zod';
import { BANK_FILE_FORMATS } from '../../domain/bank/formats.ts';
import type { Language } from '../../domain/language.ts';
import type { CodaFileRow } from '../../projections/bank/file-queries.ts';
import type { Gap } from '../../projections/bank/gaps.ts';
import { decimalString, plainDate, recordId, timestamp } from '../http/reply/output.ts';
import type { SignedUrls } from '../http/routing/signed-urls.ts';
import { translate } from '../i18n/translate.ts';

const Warning = z.object({ code: z.string(), message: z.string() }).meta({ id: 'StatementWarning' });

const Statement = z
  .object({
    id: recordId,
    number: z.string(),
    account_iban: z.string(),
    journal_id: recordId,
    currency: z.string(),
    opening_date: plainDate,
    closing_date: plainDate,
    opening_balance: decimalString,
    closing_balance: decimalString,
    transactions_count: z.int(),
    messages: z.array(z.string()),
  })
  .meta({ id: 'BankStatement' });

export const CodaFile = z
  .object({
    id: recordId,
    original_name: z.string(),
    format: z.enum(BANK_FILE_FORMATS),
    /** In bytes. */
    size: z.int(),
    sha256: z.string(),
    status: z.literal('imported'),
    statements: z.array(Statement),
    transactions_count: z.int(),
    warnings: z.array(Warning),
    /** Downloads the file without a token, for ten minutes. */
    file_url: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
    created_by: recordId.nullable(),
    version: z.int(),
    lock_version: z.int(),
  })
  .meta({ id: 'CodaFile' });

export interface Presenting {
  readonly companyToken: string;
  readonly signedUrls: SignedUrls;
  readonly language: Language;
  /** Current statement gaps of the company file. */
  readonly gaps: readonly Gap[];
}

export function presentCodaFile(row: CodaFileRow, presenting: Presenting): z.input<typeof CodaFile> {
  const { companyToken, signedUrls, language, gaps } = presenting;
  const { id, original_name, format, size, sha256, transactions_count, created_at, updated_at, created_by, version } =
    row;
  return {
    id,
    original_name,
    format,
    size,
    sha256,
    status: 'imported',
    statements: row.statements.map(({ coda_file_id: _, warnings: __, ...statement }) => ({
      ...statement,
      messages: [...statement.messages],
    })),
    transactions_count,
    warnings: [
      ...(row.warnings ?? []).map(({ code, params }) => ({ code, message: translate(code, language, params) })),
      ...(row.waiting_count === 0
        ? []
        : [
            {
              code: 'batch_details_waiting',
              message: translate('batch_details_waiting', language, { count: row.waiting_count }),
            },
          ]),
      ...row.statements.flatMap(({ number, warnings }) =>
        warnings.map(({ code, params }) => ({ code, message: translate(code, language, { number, ...params }) })),
      ),
      ...gaps
        .filter(({ after_file_id, before_file_id }) => after_file_id === id || before_file_id === id)
        .map((gap) => ({ code: gap.reason, message: formatGapMessage(gap, language) })),
    ],
    file_url: signedUrls.sign(`/v1/companies/${companyToken}/coda-files/${id}/file`),
    created_at,
    updated_at,
    created_by,
    version,
    lock_version: version,
  };
}

export const formatGapMessage = (gap: Gap, language: Language): string =>
  translate(gap.reason, language, {
    after: gap.after_number,
    after_date: gap.after_date,
    after_balance: gap.after_balance,
    before: gap.before_number,
    before_date: gap.before_date,
    before_balance: gap.before_balance,
  });
