import {
  buildFecFileName,
  buildFecHeader,
  FEC_LAYERS,
  buildFecRecord,
  findSiren,
} from '../../domain/audit-files/fec.ts';
import { refuse } from '../../domain/refusal.ts';
import { loadAuditNames, type AuditLine } from '../../projections/audit-files/lines.ts';
import {
  defineAuditFileRoute,
  formatEntryNumber,
  createBookDateCache,
  writeLines,
  type AuditBooks,
} from './audit-file.ts';

export const fecRoute = defineAuditFileRoute({
  name: 'fec',
  country: 'FR',
  summary: 'France: entries file of a fiscal year for the tax authority (FEC, article A47 A-1 LPF)',
  description: '18 fields per line, separated by tabs, in UTF-8.',
  extension: 'txt',
  type: 'text/plain; charset=utf-8',
  layers: FEC_LAYERS,
  order: 'recorded',
  errorCodes: ['siren_missing'],
  write(books) {
    const siren = findSiren(books.company);
    if (siren === null) return refuse('siren_missing');
    return {
      fileName: buildFecFileName(siren, books.year.ends_on),
      opening: buildFecHeader(),
      parts: writeRecords(books),
    };
  },
});

async function* writeRecords(books: AuditBooks): AsyncGenerator<string> {
  const { accounts, journals } = await loadAuditNames(books.db, books.company.id, 'fr');
  const dayOf = createBookDateCache();
  const writeLine = ({ line, entry, party, lettering }: AuditLine): string => {
    const journal = journals.get(entry.journal_id)!;
    return buildFecRecord({
      journal,
      number: entry.number,
      entry_date: entry.entry_date,
      account: accounts.get(line.account_id)!,
      third_party: party,
      called: formatEntryNumber(journal.code, books.year.code, entry.number),
      reference: line.reference ?? entry.reference,
      document_date: entry.document_date,
      label: line.label ?? entry.label,
      debit: line.debit,
      credit: line.credit,
      lettering,
      recorded_on: dayOf(entry.created_at),
    });
  };
  yield* writeLines(books, writeLine, { withVat: false });
}
