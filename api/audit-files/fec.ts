import { z } from 'zod';
import { fecFileName, fecHeader, FEC_LAYERS, fecRecord, sirenOf } from '../../domain/audit-files/fec.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { namesIn } from '../../projections/audit-files/lines.ts';
import { route } from '../http/route.ts';
import {
  auditFile,
  auditFileReply,
  booksFor,
  calledOf,
  ofFiscalYear,
  recordedOn,
  written,
  type AuditBooks,
} from './audit-file.ts';

const PLAIN_TEXT = 'text/plain; charset=utf-8';

export const fecRoute = route({
  ...auditFile,
  path: '/v1/companies/{company}/exports/fec/{fiscalYear}',
  summary: 'France: the file of entries of a fiscal year for the tax authority (FEC, article A47 A-1 LPF)',
  heavy: 'always',
  params: ofFiscalYear,
  example: async ({ abroad }) => {
    const company = await abroad('FR');
    return { company, params: { fiscalYear: company.fiscalYear.id } };
  },
  replies: { 200: z.string().meta({ description: '18 fields a line, separated by tabs, in UTF-8.' }) },
  fileTypes: [PLAIN_TEXT],
  errorCodes: ['audit_file_of_other_country', 'siren_missing'],
  async handle(request) {
    const books = await booksFor(request, { country: 'FR', layers: FEC_LAYERS, order: 'recorded' });
    if (isRefusal(books)) return books;
    const siren = sirenOf(books.company);
    if (siren === null) return refuse('siren_missing');
    const name = fecFileName(siren, books.year.ends_on);
    return auditFileReply(books, { name, extension: 'txt', type: PLAIN_TEXT, parts: records(books) });
  },
});

async function* records(books: AuditBooks): AsyncGenerator<string> {
  yield fecHeader();
  const { accounts, journals } = await namesIn(books.pool, books.company.id, 'fr');
  const dayOf = recordedOn();
  yield* written(books, (line) => {
    const journal = journals.get(line.journal_id)!;
    return fecRecord({
      journal,
      number: line.number,
      entry_date: line.entry_date,
      account: accounts.get(line.account_id)!,
      third_party: line.party_code === null ? null : { code: line.party_code, name: line.party_name! },
      called: calledOf(journal.code, books.year.code, line.number),
      reference: line.reference ?? line.entry_reference,
      document_date: line.document_date,
      label: line.label ?? line.entry_label,
      debit: line.debit,
      credit: line.credit,
      lettering: line.lettering,
      recorded_on: dayOf(line.created_at),
    });
  });
}
