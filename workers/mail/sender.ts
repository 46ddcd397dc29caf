import type pg from 'pg';
import {
  collectAbandonedMails,
  beginSending,
  claimMails,
  endAttempts,
  MAILS_CHANNEL,
  markMailsRecorded,
  readNextMailMs,
  type ClaimedMail,
  type EndedMail,
} from '../../stores/mail/attempts.ts';
import { recordMailOutcomes } from '../../commands/mail/settle-mails.ts';
import type { CommandPath } from '../../commands/support/command-path.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import type { Notifications } from '../../database/notifications.ts';
import { getMinutesUntilRetry } from '../../domain/mail/schedule.ts';
import type { MailOutcome } from '../../domain/mail/settling.ts';
import type { OutgoingMail } from '../../outside/mail/message.ts';
import type { Sending, SmtpLane, SmtpPool } from '../../outside/mail/smtp-pool.ts';
import { createLoop } from '../loop.ts';
import type { RunnerLogger } from '../projector.ts';

/**
 * Sends queued mails. Each lane has one connection and sends one mail after another; the start of sending is on disk
 * beforehand, for a few mails at once. Results are collected and recorded together.
 */
export interface MailSender {
  wake(): void;
  /** Starts nothing new, and waits a while for mails that are being sent. */
  stop(): Promise<void>;
}

export interface MailSenderOptions {
  /** Commits wait for the disk. */
  readonly pool: pg.Pool;
  /** Commits do not wait for the disk. */
  readonly relaxedPool: pg.Pool;
  readonly commands: CommandPath;
  readonly processId: string;
  readonly notifications: Notifications;
  readonly smtp: SmtpPool;
  /** The files of a mail; null if one of them no longer exists. */
  readonly loadFiles: (mail: ClaimedMail) => Promise<OutgoingMail['attachments'] | null>;
  readonly logger: RunnerLogger;
}

const LANES = 5;
const CLAIMED_AT_ONCE = 250;
/** Mails marked as being sent: after a crash it is unknown whether they were. */
const BEGUN_AT_ONCE = 20;
const RECORDED_AT_ONCE = 500;
/** Results are written to the database after this many mails, when there is nothing else to do, or after this delay. */
const ENDED_TOGETHER = 25;
const ENDED_WITHIN_MS = 100;
/** Results are written to the log after this many mails, or after this delay. */
const SETTLED_TOGETHER = 250;
const SETTLED_WITHIN_MS = 250;
/** Polling interval without notifications. */
const LOOK_MS = 15_000;
const LEAST_LOOK_MS = 100;
/** How often mails of dead processes are looked for. */
const SUCCEED_MS = 6_000;
/** Pauses after the server was unreachable, longer each time. */
const PAUSES_MS = [1_000, 5_000, 15_000, 60_000, 300_000];
const LONGEST_STOP_MS = 5_000;

interface Settled {
  readonly company_id: number;
  readonly outcome: MailOutcome;
}

export function startMailSender(options: MailSenderOptions): MailSender {
  const { pool, relaxedPool, commands, processId, notifications, smtp, loadFiles, logger } = options;
  const waiting: ClaimedMail[] = [];
  /** Ready to be sent: the mark is on disk. */
  const begun: ClaimedMail[] = [];
  let beginning: Promise<void> | null = null;
  let ended: EndedMail[] = [];
  let unsettled: Settled[] = [];
  let settledAt = -Infinity;
  let busy = 0;
  let isStopping = false;
  let unreached = 0;
  let pausedUntil = 0;

  const logTrouble = (what: string) => (error: unknown) => {
    if (!isStopping) logger.warn({ err: error }, what);
  };

  /** The tables must have caught up with the log before the first claim: a sent mail must not appear as queued. */
  let isCaughtUp = false;
  const claiming = createLoop(async () => {
    if (isStopping || performance.now() < pausedUntil) return false;
    if (!isCaughtUp) await commands.waitForProjections();
    isCaughtUp = true;
    // After a failure, one mail tests whether the server is back.
    if (waiting.length === 0)
      waiting.push(...(await claimMails(relaxedPool, processId, unreached > 0 ? 1 : CLAIMED_AT_ONCE)));
    if (waiting.length === 0) {
      const nextMs = await readNextMailMs(relaxedPool);
      claiming.runIn(Math.max(Math.min(nextMs ?? LOOK_MS, LOOK_MS), LEAST_LOOK_MS));
    }
    for (let free = Math.min(LANES - busy, waiting.length + begun.length); free > 0; free -= 1) void runLane();
    return false;
  }, logTrouble('mails are waiting for the database'));

  /** Marks the next few mails while others are being sent. */
  function beginNext(): void {
    if (beginning || isStopping || performance.now() < pausedUntil || waiting.length === 0) return;
    const some = waiting.splice(0, BEGUN_AT_ONCE);
    beginning = beginSending(
      pool,
      processId,
      some.map(({ id }) => id),
    ).then(
      // Mails no longer ours have been taken over by another process.
      (ours) => void begun.push(...some.filter(({ id }) => ours.has(id))),
      (error: unknown) => {
        logTrouble('mails are waiting for the database')(error);
        for (const mail of some) endMail(mail, { againInMinutes: 1, isCounted: false });
      },
    );
    void beginning.then(() => {
      beginning = null;
      if (performance.now() < pausedUntil) releaseMails();
    });
  }

  /** Null if there is none. */
  async function takeNextMail(): Promise<ClaimedMail | null> {
    for (;;) {
      if (isStopping || performance.now() < pausedUntil) return null;
      const mail = begun.shift();
      if (begun.length < LANES) beginNext();
      if (waiting.length === 0) claiming.run();
      if (mail) return mail;
      if (!beginning) return null;
      await beginning;
    }
  }

  async function runLane(): Promise<void> {
    busy += 1;
    const lane = smtp.openLane();
    try {
      for (let mail = await takeNextMail(); mail !== null; mail = await takeNextMail()) await sendMail(lane, mail);
    } catch (error) {
      logTrouble('mails wait')(error);
    } finally {
      lane.disconnect();
      busy -= 1;
      if (isStopping || performance.now() < pausedUntil) releaseMails();
      recording.run();
      if (performance.now() < pausedUntil) claiming.runIn(pausedUntil - performance.now());
      else claiming.run();
    }
  }

  async function sendMail(lane: SmtpLane, mail: ClaimedMail): Promise<void> {
    const files = await loadFiles(mail).catch((error: unknown) => {
      logTrouble('the files of a mail could not be prepared')(error);
      return 'later' as const;
    });
    if (files === 'later') return retryMail(mail, 'mail_attachment_missing', '');
    if (files === null) return failMail(mail, 'mail_attachment_missing', '');
    const outcome = await lane.send(toOutgoingMail(mail, files));
    passFaultPoint('after-mail-handed-over');
    handleOutcome(mail, outcome);
  }

  function handleOutcome(mail: ClaimedMail, outcome: Sending): void {
    if (outcome.is !== 'unreached') unreached = 0;
    switch (outcome.is) {
      case 'sent': {
        const { refused, answer } = outcome;
        return settleMail(mail, { status: 'sent', answer, ...(refused.length > 0 && { refused }) });
      }
      case 'in_doubt':
        return failMail(mail, 'mail_in_doubt', outcome.answer);
      case 'refused':
        return outcome.isLasting
          ? failMail(mail, 'mail_refused', outcome.answer)
          : retryMail(mail, 'mail_refused', outcome.answer);
      case 'unreached':
        pausedUntil = performance.now() + PAUSES_MS[Math.min(unreached, PAUSES_MS.length - 1)]!;
        unreached += 1;
        logger.warn({ reason: outcome.answer }, 'the mail server is unreachable; mails will be retried');
        return retryMail(mail, 'mail_unreachable', outcome.answer);
    }
  }

  function retryMail(mail: ClaimedMail, error: string, answer: string): void {
    const againInMinutes = getMinutesUntilRetry(mail.attempts);
    if (againInMinutes === null) failMail(mail, error, answer);
    else endMail(mail, { againInMinutes, isCounted: true });
  }

  const failMail = (mail: ClaimedMail, error: string, answer: string): void =>
    settleMail(mail, { status: 'failed', error, ...(answer !== '' && { answer }) });

  function settleMail(mail: ClaimedMail, what: Omit<MailOutcome, 'id' | 'at' | 'attempts'>): void {
    const { id, attempts } = mail;
    endMail(mail, { outcome: { id, at: new Date().toISOString(), attempts, ...what } });
  }

  function endMail(
    { id, company_id }: ClaimedMail,
    what: { readonly outcome: MailOutcome } | { readonly againInMinutes: number; readonly isCounted: boolean },
  ): void {
    ended.push({ id, company_id, ...what });
    if (ended.length >= ENDED_TOGETHER) recording.run();
    else recording.runIn(ENDED_WITHIN_MS);
  }

  function releaseMails(): void {
    for (const mail of [...waiting.splice(0), ...begun.splice(0)])
      endMail(mail, { againInMinutes: 0, isCounted: false });
  }

  async function recordEnded(): Promise<boolean> {
    const taken = ended.slice(0, RECORDED_AT_ONCE);
    if (taken.length === 0) return false;
    await endAttempts(relaxedPool, processId, taken);
    ended = ended.slice(taken.length);
    unsettled.push(...taken.flatMap((one) => ('outcome' in one ? [one] : [])));
    settling.run();
    return ended.length > 0;
  }
  const recording = createLoop(recordEnded, logTrouble('mail results are waiting for the database'));

  /** An append for every few mails would cost more than sending them. */
  async function settleSome(): Promise<boolean> {
    const waitMs = settledAt + SETTLED_WITHIN_MS - performance.now();
    if (unsettled.length < SETTLED_TOGETHER && waitMs > 0 && !isStopping) {
      settling.runIn(waitMs);
      return false;
    }
    const taken = unsettled.slice(0, RECORDED_AT_ONCE);
    if (taken.length === 0) return false;
    await settleOutcomes(taken);
    settledAt = performance.now();
    unsettled = unsettled.slice(taken.length);
    return unsettled.length > 0;
  }
  const settling = createLoop(settleSome, logTrouble('mail results are waiting for the event log'));

  async function settleOutcomes(outcomes: readonly Settled[]) {
    for (const companyId of new Set(outcomes.map(({ company_id }) => company_id))) {
      const some = outcomes.filter(({ company_id }) => company_id === companyId);
      const isRecorded = await recordMailOutcomes(
        { pool, commands },
        companyId,
        some.map(({ outcome }) => outcome),
      );
      // Nothing is recorded for a trashed file until it is restored.
      if (isRecorded)
        await markMailsRecorded(
          relaxedPool,
          some.map(({ outcome }) => outcome.id),
        );
    }
  }

  const succeeding = createLoop(async () => {
    await settleOutcomes(await collectAbandonedMails(pool, processId, RECORDED_AT_ONCE));
    succeeding.runIn(SUCCEED_MS);
    return false;
  }, logTrouble('mails of other processes are waiting for the database'));

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
      releaseMails();
      const deadline = performance.now() + LONGEST_STOP_MS;
      while (busy > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
      await recording.stop();
      while (await recordEnded().catch(() => false));
      await settling.stop();
      while (await settleSome().catch(() => false));
    },
  };
}

function toOutgoingMail(mail: ClaimedMail, attachments: OutgoingMail['attachments']): OutgoingMail {
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
