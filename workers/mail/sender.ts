import type pg from 'pg';
import {
  abandonedMails,
  beginMails,
  claimMails,
  endMails,
  MAILS_CHANNEL,
  mailsRecorded,
  nextMailInMs,
  type ClaimedMail,
  type EndedMail,
} from '../../stores/mail/attempts.ts';
import { settleMails } from '../../commands/mail/settle-mails.ts';
import type { CommandPath } from '../../commands/support/command-path.ts';
import { faultPoint } from '../../database/fault-point.ts';
import type { Notifications } from '../../database/notifications.ts';
import { minutesUntilNextMail } from '../../domain/mail/schedule.ts';
import type { MailOutcome } from '../../domain/mail/settling.ts';
import type { OutgoingMail } from '../../outside/mail/message.ts';
import type { Sending, SmtpLane, SmtpPool } from '../../outside/mail/smtp-pool.ts';
import { loop } from '../loop.ts';
import type { RunnerLogger } from '../projector.ts';

/**
 * Sends the mails that wait. Each lane has one connection and hands over one mail after another; that they are about to be handed over
 * is on the disk before, for a few mails at once. What became of mails is gathered and recorded together.
 */
export interface MailSender {
  wake(): void;
  /** Nothing new is begun; what is being handed over is given a while to end. */
  stop(): Promise<void>;
}

export interface MailSenderOptions {
  /** Commits wait for the disk. */
  readonly pool: pg.Pool;
  /** Commits do not. */
  readonly relaxedPool: pg.Pool;
  readonly commands: CommandPath;
  readonly processId: string;
  readonly notifications: Notifications;
  readonly smtp: SmtpPool;
  /** The files of a mail; null when one of them is no more. */
  readonly filesOf: (mail: ClaimedMail) => Promise<OutgoingMail['attachments'] | null>;
  readonly logger: RunnerLogger;
}

const LANES = 5;
const CLAIMED_AT_ONCE = 250;
/** Noted as being handed over: after a crash nobody knows of these whether they were. */
const BEGUN_AT_ONCE = 20;
const RECORDED_AT_ONCE = 500;
/** What became of mails is in the database when so many have ended, when there is nothing else to do, or this much later. */
const ENDED_TOGETHER = 25;
const ENDED_WITHIN_MS = 100;
/** And in the log when so many are in the database, or this much later. */
const SETTLED_TOGETHER = 250;
const SETTLED_WITHIN_MS = 250;
/** Without a word from anyone, this often. */
const LOOK_MS = 15_000;
const LEAST_LOOK_MS = 100;
/** What dead processes have left is looked for this often. */
const SUCCEED_MS = 6_000;
/** A server that cannot be reached is left alone for so long, and longer each time. */
const PAUSES_MS = [1_000, 5_000, 15_000, 60_000, 300_000];
const LONGEST_STOP_MS = 5_000;

interface Settled {
  readonly company_id: number;
  readonly outcome: MailOutcome;
}

export function startMailSender(options: MailSenderOptions): MailSender {
  const { pool, relaxedPool, commands, processId, notifications, smtp, filesOf, logger } = options;
  const waiting: ClaimedMail[] = [];
  /** May be handed over: the note is on the disk. */
  const begun: ClaimedMail[] = [];
  let beginning: Promise<void> | null = null;
  let ended: EndedMail[] = [];
  let unsettled: Settled[] = [];
  let settledAt = -Infinity;
  let busy = 0;
  let isStopping = false;
  let unreached = 0;
  let pausedUntil = 0;

  const tell = (what: string) => (error: unknown) => {
    if (!isStopping) logger.warn({ err: error }, what);
  };

  /** Before the first claim the tables must know what the log says: a mail that was sent is not to be found as waiting. */
  let isCaughtUp = false;
  const claiming = loop(async () => {
    if (isStopping || performance.now() < pausedUntil) return false;
    if (!isCaughtUp) await commands.caughtUp();
    isCaughtUp = true;
    // After a failure one mail finds out whether the server is back.
    if (waiting.length === 0)
      waiting.push(...(await claimMails(relaxedPool, processId, unreached > 0 ? 1 : CLAIMED_AT_ONCE)));
    if (waiting.length === 0) {
      const nextMs = await nextMailInMs(relaxedPool);
      claiming.runIn(Math.max(Math.min(nextMs ?? LOOK_MS, LOOK_MS), LEAST_LOOK_MS));
    }
    for (let free = Math.min(LANES - busy, waiting.length + begun.length); free > 0; free -= 1) void runLane();
    return false;
  }, tell('mails wait for the database'));

  /** Notes the next few mails, while others go out. */
  function begin(): void {
    if (beginning || isStopping || performance.now() < pausedUntil || waiting.length === 0) return;
    const some = waiting.splice(0, BEGUN_AT_ONCE);
    beginning = beginMails(
      pool,
      processId,
      some.map(({ id }) => id),
    ).then(
      // What is not ours any more, somebody else has taken over meanwhile.
      (ours) => void begun.push(...some.filter(({ id }) => ours.has(id))),
      (error: unknown) => {
        tell('mails wait for the database')(error);
        for (const mail of some) end(mail, { againInMinutes: 1, isCounted: false });
      },
    );
    void beginning.then(() => {
      beginning = null;
      if (performance.now() < pausedUntil) giveBack();
    });
  }

  /** Null: there is none. */
  async function nextMail(): Promise<ClaimedMail | null> {
    for (;;) {
      if (isStopping || performance.now() < pausedUntil) return null;
      const mail = begun.shift();
      if (begun.length < LANES) begin();
      if (waiting.length === 0) claiming.run();
      if (mail) return mail;
      if (!beginning) return null;
      await beginning;
    }
  }

  async function runLane(): Promise<void> {
    busy += 1;
    const lane = smtp.lane();
    try {
      for (let mail = await nextMail(); mail !== null; mail = await nextMail()) await handOver(lane, mail);
    } catch (error) {
      tell('mails wait')(error);
    } finally {
      lane.rest();
      busy -= 1;
      if (isStopping || performance.now() < pausedUntil) giveBack();
      recording.run();
      if (performance.now() < pausedUntil) claiming.runIn(pausedUntil - performance.now());
      else claiming.run();
    }
  }

  async function handOver(lane: SmtpLane, mail: ClaimedMail): Promise<void> {
    const files = await filesOf(mail).catch((error: unknown) => {
      tell('the files of a mail could not be made')(error);
      return 'later' as const;
    });
    if (files === 'later') return retried(mail, 'mail_attachment_missing', '');
    if (files === null) return failed(mail, 'mail_attachment_missing', '');
    const outcome = await lane.send(outgoing(mail, files));
    faultPoint('after-mail-handed-over');
    judge(mail, outcome);
  }

  function judge(mail: ClaimedMail, outcome: Sending): void {
    if (outcome.is !== 'unreached') unreached = 0;
    switch (outcome.is) {
      case 'sent': {
        const { refused, answer } = outcome;
        return settled(mail, { status: 'sent', answer, ...(refused.length > 0 && { refused }) });
      }
      case 'in_doubt':
        return failed(mail, 'mail_in_doubt', outcome.answer);
      case 'refused':
        return outcome.isLasting
          ? failed(mail, 'mail_refused', outcome.answer)
          : retried(mail, 'mail_refused', outcome.answer);
      case 'unreached':
        pausedUntil = performance.now() + PAUSES_MS[Math.min(unreached, PAUSES_MS.length - 1)]!;
        unreached += 1;
        logger.warn({ reason: outcome.answer }, 'the mail server cannot be reached: mails wait');
        return retried(mail, 'mail_unreachable', outcome.answer);
    }
  }

  function retried(mail: ClaimedMail, error: string, answer: string): void {
    const againInMinutes = minutesUntilNextMail(mail.attempts);
    if (againInMinutes === null) failed(mail, error, answer);
    else end(mail, { againInMinutes, isCounted: true });
  }

  const failed = (mail: ClaimedMail, error: string, answer: string): void =>
    settled(mail, { status: 'failed', error, ...(answer !== '' && { answer }) });

  function settled(mail: ClaimedMail, what: Omit<MailOutcome, 'id' | 'at' | 'attempts'>): void {
    const { id, attempts } = mail;
    end(mail, { outcome: { id, at: new Date().toISOString(), attempts, ...what } });
  }

  function end(
    { id, company_id }: ClaimedMail,
    what: { readonly outcome: MailOutcome } | { readonly againInMinutes: number; readonly isCounted: boolean },
  ): void {
    ended.push({ id, company_id, ...what });
    if (ended.length >= ENDED_TOGETHER) recording.run();
    else recording.runIn(ENDED_WITHIN_MS);
  }

  function giveBack(): void {
    for (const mail of [...waiting.splice(0), ...begun.splice(0)]) end(mail, { againInMinutes: 0, isCounted: false });
  }

  async function record(): Promise<boolean> {
    const taken = ended.slice(0, RECORDED_AT_ONCE);
    if (taken.length === 0) return false;
    await endMails(relaxedPool, processId, taken);
    ended = ended.slice(taken.length);
    unsettled.push(...taken.flatMap((one) => ('outcome' in one ? [one] : [])));
    settling.run();
    return ended.length > 0;
  }
  const recording = loop(record, tell('what became of mails waits for the database'));

  /** An append for every few mails would cost more than sending them. */
  async function settleSome(): Promise<boolean> {
    const waitMs = settledAt + SETTLED_WITHIN_MS - performance.now();
    if (unsettled.length < SETTLED_TOGETHER && waitMs > 0 && !isStopping) {
      settling.runIn(waitMs);
      return false;
    }
    const taken = unsettled.slice(0, RECORDED_AT_ONCE);
    if (taken.length === 0) return false;
    await settle(taken);
    settledAt = performance.now();
    unsettled = unsettled.slice(taken.length);
    return unsettled.length > 0;
  }
  const settling = loop(settleSome, tell('what became of mails waits for the log'));

  async function settle(outcomes: readonly Settled[]) {
    for (const companyId of new Set(outcomes.map(({ company_id }) => company_id))) {
      const some = outcomes.filter(({ company_id }) => company_id === companyId);
      const isRecorded = await settleMails(
        { pool, commands },
        companyId,
        some.map(({ outcome }) => outcome),
      );
      // Of a file in the recycle bin nothing is recorded: when it comes back, it is.
      if (isRecorded)
        await mailsRecorded(
          relaxedPool,
          some.map(({ outcome }) => outcome.id),
        );
    }
  }

  const succeeding = loop(async () => {
    await settle(await abandonedMails(pool, processId, RECORDED_AT_ONCE));
    succeeding.runIn(SUCCEED_MS);
    return false;
  }, tell('what other processes have left waits for the database'));

  const unsubscribe = [
    notifications.on(MAILS_CHANNEL, () => claiming.run()),
    notifications.onReconnect(() => claiming.run()),
  ];
  claiming.run();
  succeeding.run();

  return {
    wake: () => claiming.run(),
    async stop() {
      unsubscribe.forEach((end) => end());
      isStopping = true;
      await Promise.all([claiming.stop(), succeeding.stop(), beginning]);
      giveBack();
      const deadline = performance.now() + LONGEST_STOP_MS;
      while (busy > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
      await recording.stop();
      while (await record().catch(() => false));
      await settling.stop();
      while (await settleSome().catch(() => false));
    },
  };
}

function outgoing(mail: ClaimedMail, attachments: OutgoingMail['attachments']): OutgoingMail {
  return {
    messageId: `mail-${mail.id}-${Date.parse(mail.created_at).toString(36)}`,
    to: mail.to_addresses,
    cc: mail.cc_addresses,
    fromName: mail.company_name,
    from: mail.from_address,
    replyTo: mail.reply_to,
    subject: mail.subject,
    text: mail.body,
    language: mail.language,
    attachments,
  };
}
