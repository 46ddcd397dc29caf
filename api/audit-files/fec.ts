import { fecFileName, fecHeader, FEC_LAYERS, fecRecord, sirenOf } from '../../domain/audit-files/fec.ts';
import { refuse } from '../../domain/refusal.ts';
import { namesIn } from '../../projections/audit-files/lines.ts';
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
    return { fileName: fecFileName(siren, books.year.ends_on), parts: records(books) };
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
