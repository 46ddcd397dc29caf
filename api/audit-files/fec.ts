import { fecFileName, fecHeader, FEC_LAYERS, fecRecord, sirenOf } from '../../domain/audit-files/fec.ts';
import { refuse } from '../../domain/refusal.ts';
import { namesIn, type AuditLine } from '../../projections/audit-files/lines.ts';
import { auditFileRoute, calledOf, recordedOn, written, type AuditBooks } from './audit-file.ts';

export const fecRoute = auditFileRoute({
  name: 'fec',
  country: 'FR',
  summary: 'France: the file of entries of a fiscal year for the tax authority (FEC, article A47 A-1 LPF)',
  description: '18 fields a line, separated by tabs, in UTF-8.',
  extension: 'txt',
  type: 'text/plain; charset=utf-8',
  layers: FEC_LAYERS,
  order: 'recorded',
  errorCodes: ['siren_missing'],
  write(books) {
    const siren = sirenOf(books.company);
    if (siren === null) return refuse('siren_missing');
    return { fileName: fecFileName(siren, books.year.ends_on), opening: fecHeader(), parts: records(books) };
  },
});

async function* records(books: AuditBooks): AsyncGenerator<string> {
  const { accounts, journals } = await namesIn(books.db, books.company.id, 'fr');
  const dayOf = recordedOn();
  const write = ({ line, entry, party, lettering }: AuditLine): string => {
    const journal = journals.get(entry.journal_id)!;
    return fecRecord({
      journal,
      number: entry.number,
      entry_date: entry.entry_date,
      account: accounts.get(line.account_id)!,
      third_party: party,
      called: calledOf(journal.code, books.year.code, entry.number),
      reference: line.reference ?? entry.reference,
      document_date: entry.document_date,
      label: line.label ?? entry.label,
      debit: line.debit,
      credit: line.credit,
      lettering,
      recorded_on: dayOf(entry.created_at),
    });
  };
  yield* written(books, write, { withVat: false });
}
