import { setTimeout as pause } from 'node:timers/promises';
import { programArguments, residentMegabytes, runProgram, startProgram } from '../processes.ts';
import { plainResult, ratioResult, spaced, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { LISTENING, startSignedIn, type SignedInService } from '../service.ts';
import { runStatement, type Stage } from '../stage.ts';

/** From announced events to calls that are written down as delivered, against a loop that only calls. */

const ENDPOINTS = 20;
/** What the service has under way to these endpoints at most. */
const CONCURRENCY = ENDPOINTS * 4;
const MOST_GROWTH_MB = 150;
const LOOK_EVERY_MS = 25;
const LONGEST_MS = 300_000;

interface Counts {
  readonly distinct: number;
  readonly doubled: number;
}

export async function measureWebhooks(stage: Stage): Promise<Result[]> {
  const { extent, note } = stage;
  const total = ENDPOINTS * extent.webhookEvents;
  const databaseUrl = await stage.createDatabase('webhooks');
  const receiver = await startProgram(process.execPath, programArguments('bench/webhook-receiver'), {}, LISTENING);
  const service = await startSignedIn(stage, databaseUrl, { WEBHOOK_ALLOWED_HOSTS: new URL(receiver.url).host });
  const counts = async (): Promise<Counts> => (await (await fetch(`${receiver.url}/counts`)).json()) as Counts;
  const forget = (): Promise<unknown> => fetch(`${receiver.url}/forget`);
  let [lost, doubled, growth] = [0, 0, 0];
  try {
    const file = await prepared(service, receiver.url);
    const wake = (): Promise<unknown> =>
      service.call('POST', `/v1/companies/${file}/third-parties`, {
        type: 'customer',
        name: `Customer ${Math.random()}`,
      });
    const send = async (events: number): Promise<number> => {
      await forget();
      await runStatement(databaseUrl, announced(events - 1));
      await stage.settle();
      const before = await residentMegabytes(service.pid);
      const startedAt = performance.now();
      await wake();
      for (;;) {
        const { distinct } = await counts();
        growth = Math.max(growth, (await residentMegabytes(service.pid)) - before);
        if (distinct >= ENDPOINTS * events) break;
        if (performance.now() - startedAt > LONGEST_MS) break;
        await pause(LOOK_EVERY_MS);
      }
      const seconds = (performance.now() - startedAt) / 1_000;
      await written(databaseUrl);
      const { distinct, doubled: twice } = await counts();
      lost += ENDPOINTS * events - distinct;
      doubled += twice;
      return (ENDPOINTS * events) / seconds;
    };
    const bare = async (): Promise<number> => {
      await forget();
      const printed = await runProgram(
        [...programArguments('bench/bare-calls'), receiver.url, String(total), String(CONCURRENCY), BODY],
        {},
        LONGEST_MS,
      );
      const { seconds } = JSON.parse(printed) as { seconds: number };
      return total / seconds;
    };
    note('webhooks: warming up');
    await send(Math.min(extent.webhookEvents, 200));
    note(`webhooks: ${spaced(total)} deliveries`);
    const turns = await takeTurns(extent.rounds, () => send(extent.webhookEvents), bare);
    const subject = `webhooks: ${ENDPOINTS} endpoints × ${spaced(extent.webhookEvents)} events`;
    return [
      ratioResult(
        `${subject}, against a bare loop`,
        '/s',
        compare(turns, (perSecond) => perSecond),
        { atLeast: 0.5 },
      ),
      plainResult(`${subject}: memory added`, 'MB', growth, { atMost: MOST_GROWTH_MB }),
      plainResult(`${subject}: lost`, '', lost, { atMost: 0 }),
      plainResult(`${subject}: sent twice`, '', doubled, { atMost: 0 }),
    ];
  } finally {
    await service.stop();
    await receiver.stop();
  }
}

async function prepared(service: SignedInService, url: string): Promise<string> {
  const { public_token } = await service.openFile('Webhooks');
  const [firm] = await service.call<{ public_token: string }[]>('GET', '/v1/firms');
  for (let index = 1; index <= ENDPOINTS; index += 1)
    await service.call('POST', `/v1/firms/${firm!.public_token}/webhooks`, {
      url: `${url}/in/${index}`,
      events: ['*'],
    });
  return public_token;
}

/** Resolves when everything that was called is written down. */
async function written(databaseUrl: string): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    const left = await runStatement(
      databaseUrl,
      `DO $$ BEGIN ASSERT NOT EXISTS (SELECT FROM ops.webhook_deliveries WHERE status = 'pending'); END $$`,
    ).then(
      () => false,
      () => true,
    );
    if (!left) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error('Deliveries were called and never written down');
}

const ENTRY = {
  id: 1,
  reference: 'ACH-2026-00001',
  journal_code: 'ACH',
  fiscal_year_code: '2026',
  number: 1,
  entry_date: '2026-01-05',
  due_date: '2026-02-04',
  label: 'Printing',
  document_reference: '2026-0412',
  status: 'posted',
  origin: 'invoice',
  third_party_id: 12,
  total_debit: '121.00',
  total_credit: '121.00',
  lines_count: 3,
  reversed_entry_id: null,
  reversed_by_entry_id: null,
};
const BODY = JSON.stringify({
  id: `evt_${'0'.repeat(32)}`,
  event: 'entry.posted',
  company: null,
  firm: null,
  data: ENTRY,
});

/** As the projector announces so many entries. */
const announced = (events: number): string => `
  INSERT INTO ops.outbox (event_id, firm_id, company_id, event, data, created_at)
  SELECT 'evt_' || replace(gen_random_uuid()::text, '-', ''), c.firm_id, c.id, 'entry.posted', '${JSON.stringify(ENTRY)}', now()
  FROM (SELECT id, firm_id FROM read.companies WHERE firm_id IS NOT NULL ORDER BY id LIMIT 1) AS c, generate_series(1, ${events})`;
