import { copiedOut } from '../../copied-out.ts';
import type { LargeFiles } from '../../large-files.ts';
import { residentMegabytes } from '../../processes.ts';
import { plainResult, ratioResult, spaced, type Result } from '../../report.ts';
import { compare, takeTurns } from '../../rounds.ts';
import { startService } from '../../service.ts';
import { timeOf } from '../../single.ts';
import { runStatement, type Stage } from '../../stage.ts';
import { received } from './received.ts';

/** The file of entries of a very large year for an authority: how fast it is sent, how soon it begins, and what memory it takes. */
export async function measureAuditFiles(stage: Stage, { databaseUrl, headers, large }: LargeFiles): Promise<Result[]> {
  const { note, extent } = stage;
  // A French company file would have another chart, and just as many lines.
  const keptIn = (pack: string): Promise<void> =>
    runStatement(
      databaseUrl,
      `UPDATE read.companies SET country_pack = '${pack}', enterprise_number = '732829320' WHERE id = ${large.id}`,
    );
  await keptIn('FR');
  const program = await startService(stage, databaseUrl);
  const service = { ...program, headers };
  const year = large.fiscalYears[1]!;
  const path = `/v1/companies/${large.public_token}/exports/fec/${year.id}`;
  try {
    note('reports: the French file of entries');
    const { lines, firstByteMs } = await received(service, path);
    const before = await residentMegabytes(program.pid);
    const exported = (): Promise<number> =>
      received(service, path).then((one) => (one.lines / one.milliseconds) * 1000);
    const copied = async (): Promise<number> => {
      let rows = 0;
      const time = await timeOf(async () => ({ rows } = await copiedOut(databaseUrl, fecQuery(large.id, year.id))));
      return (rows / time) * 1000;
    };
    const turns = await takeTurns(extent.ledgerRounds, exported, copied);
    const subject = `FEC of ${spaced(lines)} lines`;
    return [
      ratioResult(
        `${subject}, against COPY through node`,
        'rows/s',
        compare(turns, (rate) => rate),
        { atLeast: 0.2 },
      ),
      plainResult(`${subject}, first byte`, 'ms', firstByteMs, { atMost: 1_000 }),
      plainResult('memory that further ones take', 'MB RSS', (await residentMegabytes(program.pid)) - before, {
        atMost: 100,
      }),
    ];
  } finally {
    await program.stop();
    await keptIn('BE');
  }
}

/** What the file shows of each line, in its order. */
const fecQuery = (companyId: number, yearId: number): string =>
  `SELECT j.code, j.label, e.number, e.entry_date, a.number, a.label, p.code, p.name, coalesce(l.reference, e.reference), e.entry_date,
     coalesce(l.label, e.label), l.debit, l.credit, e.created_at
   FROM read.entries e JOIN read.entry_lines l ON l.entry_id = e.id JOIN read.accounts a ON a.id = l.account_id
   JOIN read.journals j ON j.id = e.journal_id LEFT JOIN read.third_parties p ON p.id = l.third_party_id
   WHERE e.company_id = ${companyId} AND e.fiscal_year_id = ${yearId} AND e.layer <> 'closing' AND l.line_number > 0
   ORDER BY e.created_at, e.id, l.line_number`;
