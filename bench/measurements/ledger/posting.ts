import { openLedgerFile, sampleInvoice, type LedgerFile } from '../../booking.ts';
import { sampleEntry } from '../../entry.ts';
import { fire, type Request, type Throughput } from '../../load.ts';
import { residentMegabytes } from '../../processes.ts';
import { plainResult, ratioResult, type Result } from '../../report.ts';
import { compare, takeTurns } from '../../rounds.ts';
import { startSignedIn, type SignedInService } from '../../service.ts';
import type { Stage } from '../../stage.ts';
import { bareRequests, startBaseline } from '../posting.ts';

/** `POST entries/invoice` and `POST entries/batch`, against the bare endpoint that everything posted is held against. */

const DIFFERENT_INVOICES = 20;
export const A_BATCH = 500;
/** Few senders are enough to keep the service busy with batches. */
export const BATCH_CONNECTIONS = 4;

export async function measureInvoices(stage: Stage): Promise<Result[]> {
  const { extent, settle, note } = stage;
  const { connections, warmUpSeconds, postingSeconds: seconds, rounds } = extent;
  const service = await startSignedIn(stage, await stage.createDatabase('ledger'));
  try {
    const baseline = await startBaseline(stage, 'ledger_baseline');
    try {
      const files: LedgerFile[] = [];
      for (let number = 1; number <= extent.companyFiles; number += 1)
        files.push(await openLedgerFile(service, `Company ${number}`, false));
      const bare = (length: number): Promise<Throughput> =>
        fire({ url: baseline.url, connections, seconds: length, requestsOf: bareRequests });
      const invoices = (length: number): Promise<Throughput> =>
        fire({
          url: service.url,
          connections,
          seconds: length,
          requestsOf: invoiceRequests(service.headers, files),
        });
      const batches = (length: number): Promise<Throughput> =>
        batchesTo(service, files.slice(0, BATCH_CONNECTIONS), length);
      await settle();
      note('ledger: warm-up');
      await invoices(warmUpSeconds);
      await bare(warmUpSeconds);
      note('ledger: invoices');
      const ofInvoices = await takeTurns(
        rounds,
        () => invoices(seconds),
        () => bare(seconds),
      );
      note('ledger: batches');
      await batches(warmUpSeconds);
      const ofBatches = await takeTurns(
        rounds,
        () => batches(seconds),
        () => bare(seconds),
      );
      return [
        ratioResult(
          `POST entries/invoice, ${connections} connections, ${files.length} company files`,
          '/s',
          compare(ofInvoices, ({ perSecond }) => perSecond),
          { atLeast: 0.5 },
        ),
        ratioResult(
          `POST entries/batch of ${A_BATCH}, entries`,
          '/s',
          compare(ofBatches, ({ perSecond }) => perSecond),
          { atLeast: 2.5 },
        ),
        plainResult('memory of the service after these', 'MB RSS', await residentMegabytes(service.pid), null),
      ];
    } finally {
      await baseline.stop();
    }
  } finally {
    await service.stop();
  }
}

/** Each connection goes round all files, starting at another one. */
export function invoiceRequests(headers: SignedInService['headers'], files: readonly LedgerFile[]) {
  return (connection: number): Request[] =>
    Array.from({ length: Math.max(files.length, DIFFERENT_INVOICES) }, (_, index) => {
      const file = files[(connection + index) % files.length]!;
      const body = JSON.stringify(sampleInvoice(connection * DIFFERENT_INVOICES + index, file));
      return { method: 'POST', path: `/v1/companies/${file.public_token}/entries/invoice`, headers, body };
    });
}

/** Entries a second, not requests; each connection has a company file of its own as long as there are enough. */
export async function batchesTo(
  { url, headers }: Pick<SignedInService, 'url' | 'headers'>,
  files: readonly LedgerFile[],
  seconds: number,
): Promise<Throughput> {
  const requestsOf = (connection: number): Request[] => {
    const { public_token, journalId } = files[connection % files.length]!;
    const entries = Array.from({ length: A_BATCH }, (_, index) => sampleEntry(connection * A_BATCH + index, journalId));
    const path = `/v1/companies/${public_token}/entries/batch`;
    return [{ method: 'POST', path, headers, body: JSON.stringify({ entries }) }];
  };
  const { perSecond, p50 } = await fire({ url, connections: BATCH_CONNECTIONS, seconds, requestsOf });
  return { perSecond: perSecond * A_BATCH, p50 };
}
