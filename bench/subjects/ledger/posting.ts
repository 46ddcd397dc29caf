import { openLedgerFile, sampleInvoice, type LedgerFile } from '../../booking.ts';
import { createMeter, type Meter } from '../../costs/meter.ts';
import { takeMeteredTurns } from '../../costs/turns.ts';
import { sampleEntry } from '../../entry.ts';
import { createBursts, median, type Request, type Throughput } from '../../load.ts';
import { meteredResult, type Result } from '../../report.ts';
import { startSignedIn, type SignedInService } from '../../service.ts';
import { timeOf } from '../../single.ts';
import type { Stage } from '../../stage.ts';
import { createBareSide, startBaseline, type Baseline } from '../posting.ts';

/** `POST entries/invoice` and `POST entries/batch`, against the bare endpoint that everything posted is held against. */

const DIFFERENT_INVOICES = 20;
export const A_BATCH = 500;
/** Few senders are enough to keep the service busy with batches. */
const BATCH_SENDERS = 4;

export async function measureInvoices(stage: Stage): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('ledger');
  const service = await startSignedIn(stage, databaseUrl);
  try {
    const baseline = await startBaseline(stage, 'ledger_baseline');
    try {
      return await compareThem(stage, service, createMeter(stage, service, databaseUrl, 'service'), baseline);
    } finally {
      await baseline.stop();
    }
  } finally {
    await service.stop();
  }
}

async function compareThem(
  { extent, settle, note }: Stage,
  service: SignedInService,
  meter: Meter,
  baseline: Baseline,
): Promise<Result[]> {
  const { connections, warmUpSeconds, postingSeconds: seconds, rounds } = extent;
  const files: LedgerFile[] = [];
  for (let number = 1; number <= extent.companyFiles; number += 1)
    files.push(await openLedgerFile(service, `Company ${number}`, false));
  const bare = createBareSide(baseline, connections);
  const requestsOf = invoiceRequests(service.headers, files);
  const invoices = createBursts({ url: service.url, connections, requestsOf });
  const batches = (length: number): Promise<Throughput> => batchesTo(service, files.slice(0, BATCH_SENDERS), length);
  await settle();
  note('ledger: warm-up');
  await invoices(warmUpSeconds);
  await bare.run(warmUpSeconds);
  note('ledger: invoices');
  const ofInvoices = await takeMeteredTurns(rounds, seconds, { meter, run: invoices }, bare);
  note('ledger: batches');
  await batches(warmUpSeconds);
  const ofBatches = await takeMeteredTurns(rounds, seconds, { meter, run: batches }, bare);
  const subject = `POST entries/invoice, ${connections} connections, ${files.length} company files`;
  return [
    meteredResult('invoices', subject, '/s', ofInvoices, { atLeast: 0.5 }),
    meteredResult('batches', `POST entries/batch of ${A_BATCH}, entries`, '/s', ofBatches, { atLeast: 2.5 }),
  ];
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

/**
 * Entries a second, not requests. Each sender has a company file of its own as long as there are enough. A batch is long:
 * what was begun is finished, and counted with the time that it took.
 */
export async function batchesTo(
  { url, headers }: Pick<SignedInService, 'url' | 'headers'>,
  files: readonly LedgerFile[],
  seconds: number,
): Promise<Throughput> {
  const startedAt = performance.now();
  const times: number[] = [];
  const send = async (sender: number): Promise<void> => {
    const { public_token, journalId } = files[sender % files.length]!;
    const entries = Array.from({ length: A_BATCH }, (_, index) => sampleEntry(sender * A_BATCH + index, journalId));
    const body = JSON.stringify({ entries });
    const path = `${url}/v1/companies/${public_token}/entries/batch`;
    do {
      const milliseconds = await timeOf(async () => {
        const response = await fetch(path, { method: 'POST', headers, body });
        const text = await response.text();
        if (response.status !== 201) throw new Error(`A batch was answered ${response.status}: ${text.slice(0, 200)}`);
      });
      times.push(milliseconds);
    } while (performance.now() - startedAt < seconds * 1000);
  };
  await Promise.all(Array.from({ length: BATCH_SENDERS }, (_, sender) => send(sender)));
  const requests = times.length * A_BATCH;
  return { perSecond: (requests * 1000) / (performance.now() - startedAt), requests, p50: median(times) };
}
