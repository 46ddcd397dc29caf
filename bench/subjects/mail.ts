import { setTimeout as pause } from 'node:timers/promises';
import { programArguments, runProgram, startProgram } from '../processes.ts';
import { plainResult, ratioResult, spaced, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { LISTENING, startSignedIn, type SignedInService } from '../service.ts';
import type { Stage } from '../stage.ts';

/** Reminders: queued by the hundred, then handed over to a mail server, against nodemailer's own pool that only sends. */

const CONNECTIONS = 5;
const IN_ONE_REQUEST = 500;
const LONGEST_QUEUE_SECONDS = 5;
const LOOK_EVERY_MS = 25;
const LONGEST_MS = 300_000;

interface Counts {
  readonly distinct: number;
  readonly doubled: number;
  readonly smtp: string;
}

export async function measureMail(stage: Stage): Promise<Result[]> {
  const { extent, note } = stage;
  const total = extent.reminders;
  const server = await startProgram(process.execPath, programArguments('bench/mail-server'), {}, LISTENING);
  const control = async (what: string): Promise<Counts> =>
    (await (await fetch(`${server.url}/${what}`)).json()) as Counts;
  const { smtp } = await control('counts');
  const databaseUrl = await stage.createDatabase('mail');
  const service = await startSignedIn(stage, databaseUrl, {
    SMTP_URL: smtp,
    MAIL_FROM: 'no-reply@bench.example',
    MAIL_RECIPIENTS_PER_DAY: '1000000',
  });
  try {
    note(`mail: ${spaced(total)} customers who are late`);
    const { file, ids } = await lateCustomers(service, total);
    const bare = async (): Promise<number> => {
      await control('forget');
      const run = [...programArguments('bench/bare-mails'), smtp, String(total), String(CONNECTIONS), TEXT];
      return total / (JSON.parse(await runProgram(run, {}, LONGEST_MS)) as { seconds: number }).seconds;
    };
    let queueSeconds = 0;
    let counts: Counts = { distinct: 0, doubled: 0, smtp };
    const send = async (): Promise<number> => {
      await control('forget');
      await control('hold');
      await stage.settle();
      note('mail: queueing');
      const startedAt = performance.now();
      for (let first = 0; first < total; first += IN_ONE_REQUEST)
        await service.call('POST', `/v1/companies/${file}/reminders`, {
          third_party_ids: ids.slice(first, first + IN_ONE_REQUEST),
        });
      queueSeconds = (performance.now() - startedAt) / 1_000;
      note('mail: sending');
      await control('release');
      const releasedAt = performance.now();
      for (;;) {
        counts = await control('counts');
        if (counts.distinct >= total || performance.now() - releasedAt > LONGEST_MS) break;
        await pause(LOOK_EVERY_MS);
      }
      return total / ((performance.now() - releasedAt) / 1_000);
    };
    // Each customer is reminded once a day: there is one round.
    const turns = await takeTurns(1, send, bare);
    const unrecorded = await unsettled(service, file, total);
    const subject = `mail: ${spaced(total)} reminders`;
    return [
      plainResult(`${subject}: queued`, 's', queueSeconds, { atMost: LONGEST_QUEUE_SECONDS }),
      ratioResult(
        `${subject}: sent, against a bare pool`,
        '/s',
        compare(turns, (one) => one),
        { atLeast: 0.5 },
      ),
      plainResult(`${subject}: lost`, '', total - counts.distinct, { atMost: 0 }),
      plainResult(`${subject}: sent twice`, '', counts.doubled, { atMost: 0 }),
      plainResult(`${subject}: not recorded as sent`, '', unrecorded, { atMost: 0 }),
    ];
  } finally {
    await service.stop();
    await server.stop();
  }
}

const TEXT = `Madame, Monsieur,\n\nSauf erreur de notre part, nous n’avons pas encore reçu le paiement de :\n\n${'- F-1 · 05/01/2026 · 121,00 EUR\n'.repeat(
  1,
)}\nTotal dû : 121,00 EUR\n\nNous vous prions de payer au plus tard le 14/04/2026.\n\nSi votre paiement a croisé ce rappel, ne tenez pas compte de celui-ci.\n\nBien à vous,\nBenchmark\nReminders`;

const MADE_AT_ONCE = 500;
/** Requests that are on their way together. */
const MADE_BESIDE = 50;

/** Each with an invoice of last January; the statement, which takes a PDF each, is left out. */
async function lateCustomers(service: SignedInService, total: number): Promise<{ file: string; ids: number[] }> {
  const { public_token: file } = await service.openFile('Reminders');
  const at = `/v1/companies/${file}`;
  const answer = await fetch(`${service.url}${at}/settings`, {
    method: 'PATCH',
    headers: service.headers,
    body: JSON.stringify({ reminders: { attach_statement: false } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const { journals } = await service.call<{ journals: { id: number; code: string }[] }>('GET', at);
  const journalId = journals.find(({ code }) => code === 'OD')!.id;
  const ids: number[] = [];
  for (let first = 1; first <= total; first += MADE_BESIDE) {
    const numbers = Array.from({ length: Math.min(MADE_BESIDE, total - first + 1) }, (_, index) => first + index);
    const made = numbers.map((number) => {
      const body = { type: 'customer', name: `Customer ${number}`, email: `customer${number}@bench.example` };
      return service.call<{ id: number }>('POST', `${at}/third-parties`, body);
    });
    ids.push(...(await Promise.all(made)).map(({ id }) => id));
  }
  for (let first = 0; first < total; first += MADE_AT_ONCE) {
    const entries = ids.slice(first, first + MADE_AT_ONCE).map((id, index) => ({
      kind: 'free',
      journal_id: journalId,
      entry_date: '2026-01-05',
      due_date: '2026-01-31',
      reference: `F-${first + index}`,
      lines: [
        { account: '400000', debit: '121.00', third_party_id: id },
        { account: '700000', credit: '121.00' },
      ],
    }));
    await service.call('POST', `${at}/entries/batch`, { entries });
  }
  return { file, ids };
}

/** What became of the mails is recorded behind their sending. */
async function unsettled(service: SignedInService, file: string, total: number): Promise<number> {
  for (const until = performance.now() + 60_000; ; await pause(LOOK_EVERY_MS * 4)) {
    const { total: sent } = await service.call<{ total: number }>(
      'GET',
      `/v1/companies/${file}/mails?status=sent&per_page=1`,
    );
    if (sent >= total || performance.now() > until) return total - sent;
  }
}
