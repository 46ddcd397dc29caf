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
import { isSameAddress } from '../../commands/mail/sender-names.ts';
import { recordMailOutcomes } from '../../commands/mail/settle-mails.ts';
import type { CommandPath } from '../../commands/support/command-path.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import type { Notifications } from '../../database/notifications.ts';
import type { Owner } from '../../database/owners.ts';
import { getMinutesUntilRetry } from '../../domain/mail/schedule.ts';
import type { MailOutcome } from '../../domain/mail/settling.ts';
import type { OutgoingMail } from '../../outside/mail/message.ts';
import type { Sending, SmtpLane, SmtpPool } from '../../outside/mail/smtp-pool.ts';
import { createLoop, type Loop } from '../loop.ts';
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
  readonly owner: Owner;
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
/** How often expired mails and mails of owners that are gone are looked for. */
const SUCCEED_MS = 6_000;
/** Pauses after the server was unreachable, longer each time. */
const PAUSES_MS = [1_000, 5_000, 15_000, 60_000, 300_000];
const LONGEST_STOP_MS = 5_000;

interface Settled {
  readonly company_id: number;
  readonly outcome: MailOutcome;
}

interface SenderState extends MailSenderOptions {
  /** Claimed, but not yet marked as being sent. */
  readonly waiting: ClaimedMail[];
  /** Ready to be sent: the mark is on disk. */
  readonly begun: ClaimedMail[];
  /** The marking of the next mails; null while none is under way. */
  beginning: Promise<void> | null;
  /** Results that are not yet in the database. */
  ended: EndedMail[];
  /** Results that are not yet in the log. */
  unsettled: Settled[];
  settledAt: number;
  /** Number of lanes at work. */
  busy: number;
  isStopping: boolean;
  /** Failures to reach the server in a row. */
  unreached: number;
  pausedUntil: number;
  /** The tables must have caught up with the log before the first claim: a sent mail must not appear as queued. */
  isCaughtUp: boolean;
  readonly claiming: Loop;
  readonly recording: Loop;
  readonly settling: Loop;
  readonly succeeding: Loop;
}

export function startMailSender(options: MailSenderOptions): MailSender {
  const sender = createState(options);
  const { claiming, succeeding } = sender;
  const unsubscribe = [
    options.notifications.on(MAILS_CHANNEL, () => claiming.run()),
    options.notifications.onReconnect(() => claiming.run()),
    options.owner.onTakeover(() => succeeding.run()),
  ];
  claiming.run();
  succeeding.run();
  return {
    wake: () => claiming.run(),
    async stop() {
      unsubscribe.forEach((end) => end());
      await stopSending(sender);
    },
  };
}

function createState(options: MailSenderOptions): SenderState {
  const sender: SenderState = {
    ...options,
    waiting: [],
    begun: [],
    beginning: null,
    ended: [],
    unsettled: [],
    settledAt: -Infinity,
    busy: 0,
    isStopping: false,
    unreached: 0,
    pausedUntil: 0,
    isCaughtUp: false,
    claiming: createLoop(
      () => claimNext(sender),
      (error) => logTrouble(sender, 'mails are waiting for the database', error),
    ),
    recording: createLoop(
      () => recordEnded(sender),
      (error) => logTrouble(sender, 'mail results are waiting for the database', error),
    ),
    settling: createLoop(
      () => settleSome(sender),
      (error) => logTrouble(sender, 'mail results are waiting for the event log', error),
    ),
    succeeding: createLoop(
      () => settleAbandoned(sender),
      (error) => logTrouble(sender, 'mails of other processes are waiting for the database', error),
    ),
  };
  return sender;
}

async function stopSending(sender: SenderState): Promise<void> {
  sender.isStopping = true;
  await Promise.all([sender.claiming.stop(), sender.succeeding.stop(), sender.beginning]);
  releaseMails(sender);
  const deadline = performance.now() + LONGEST_STOP_MS;
  while (sender.busy > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  await sender.recording.stop();
  while (await recordEnded(sender).catch(() => false));
  await sender.settling.stop();
  while (await settleSome(sender).catch(() => false));
}

function logTrouble({ isStopping, logger }: SenderState, what: string, error: unknown): void {
  if (!isStopping) logger.warn({ err: error }, what);
}

const isPaused = ({ pausedUntil }: SenderState): boolean => performance.now() < pausedUntil;

async function claimNext(sender: SenderState): Promise<boolean> {
  const { waiting, begun, relaxedPool, owner } = sender;
  if (sender.isStopping || isPaused(sender)) return false;
  if (!sender.isCaughtUp) await sender.commands.waitForProjections();
  sender.isCaughtUp = true;
  // After a failure, one mail tests whether the server is back.
  if (waiting.length === 0)
    waiting.push(...(await claimMails(relaxedPool, owner.getTerm(), sender.unreached > 0 ? 1 : CLAIMED_AT_ONCE)));
  if (waiting.length === 0) {
    const nextMs = await readNextMailMs(relaxedPool);
    sender.claiming.runIn(Math.max(Math.min(nextMs ?? LOOK_MS, LOOK_MS), LEAST_LOOK_MS));
  }
  for (let free = Math.min(LANES - sender.busy, waiting.length + begun.length); free > 0; free -= 1)
    void runLane(sender);
  return false;
}

/** Marks the next few mails while others are being sent. */
function beginNext(sender: SenderState): void {
  const { waiting, begun, pool } = sender;
  if (sender.beginning || sender.isStopping || isPaused(sender) || waiting.length === 0) return;
  const some = waiting.splice(0, BEGUN_AT_ONCE);
  sender.beginning = beginSending(pool, some).then(
    // Mails no longer ours have been taken over by another process.
    (ours) => void begun.push(...some.filter(({ id }) => ours.has(id))),
    (error: unknown) => {
      logTrouble(sender, 'mails are waiting for the database', error);
      for (const mail of some) endMail(sender, mail, { againInMinutes: 1, isCounted: false });
    },
  );
  void sender.beginning.then(() => {
    sender.beginning = null;
    if (isPaused(sender)) releaseMails(sender);
  });
}

/** Null if there is none. */
async function takeNextMail(sender: SenderState): Promise<ClaimedMail | null> {
  for (;;) {
    if (sender.isStopping || isPaused(sender)) return null;
    const mail = sender.begun.shift();
    if (sender.begun.length < LANES) beginNext(sender);
    if (sender.waiting.length === 0) sender.claiming.run();
    if (mail) return mail;
    if (!sender.beginning) return null;
    await sender.beginning;
  }
}

async function runLane(sender: SenderState): Promise<void> {
  sender.busy += 1;
  const lane = sender.smtp.openLane();
  try {
    for (let mail = await takeNextMail(sender); mail !== null; mail = await takeNextMail(sender))
      await sendMail(sender, lane, mail);
  } catch (error) {
    logTrouble(sender, 'mails wait', error);
  } finally {
    lane.disconnect();
    sender.busy -= 1;
    if (sender.isStopping || isPaused(sender)) releaseMails(sender);
    sender.recording.run();
    if (isPaused(sender)) sender.claiming.runIn(sender.pausedUntil - performance.now());
    else sender.claiming.run();
  }
}

async function sendMail(sender: SenderState, lane: SmtpLane, mail: ClaimedMail): Promise<void> {
  if (!canSendUnder(sender, mail)) return failMail(sender, mail, 'sender_not_verified', '');
  const files = await sender.loadFiles(mail).catch((error: unknown) => {
    logTrouble(sender, 'the files of a mail could not be prepared', error);
    return 'later' as const;
  });
  if (files === 'later') return retryMail(sender, mail, 'mail_attachment_missing', '');
  if (files === null) return failMail(sender, mail, 'mail_attachment_missing', '');
  // Checked last: after a standstill, another process has reported the mail as in doubt.
  if (!(await mail.term.isHeld().catch(() => false))) return releaseMail(sender, mail);
  const outcome = await lane.send(toOutgoingMail(mail, files));
  passFaultPoint('after-mail-handed-over');
  handleOutcome(sender, mail, outcome);
}

/** Mails of earlier versions wait without verification, and one may be withdrawn while a mail waits. */
const canSendUnder = ({ smtp }: SenderState, { from_address, is_sender_verified }: ClaimedMail): boolean =>
  is_sender_verified || (from_address !== null && isSameAddress(from_address, smtp.address));

function handleOutcome(sender: SenderState, mail: ClaimedMail, outcome: Sending): void {
  if (outcome.is !== 'unreached') sender.unreached = 0;
  switch (outcome.is) {
    case 'sent': {
      const { refused, answer } = outcome;
      return settleMail(sender, mail, { status: 'sent', answer, ...(refused.length > 0 && { refused }) });
    }
    case 'in_doubt':
      return failMail(sender, mail, 'mail_in_doubt', outcome.answer);
    case 'refused':
      return outcome.isLasting
        ? failMail(sender, mail, 'mail_refused', outcome.answer)
        : retryMail(sender, mail, 'mail_refused', outcome.answer);
    case 'unreached':
      sender.pausedUntil = performance.now() + PAUSES_MS[Math.min(sender.unreached, PAUSES_MS.length - 1)]!;
      sender.unreached += 1;
      sender.logger.warn({ reason: outcome.answer }, 'the mail server is unreachable; mails will be retried');
      return retryMail(sender, mail, 'mail_unreachable', outcome.answer);
  }
}

function retryMail(sender: SenderState, mail: ClaimedMail, error: string, answer: string): void {
  const againInMinutes = getMinutesUntilRetry(mail.attempts);
  if (againInMinutes === null) failMail(sender, mail, error, answer);
  else endMail(sender, mail, { againInMinutes, isCounted: true });
}

const failMail = (sender: SenderState, mail: ClaimedMail, error: string, answer: string): void =>
  settleMail(sender, mail, { status: 'failed', error, ...(answer !== '' && { answer }) });

function settleMail(sender: SenderState, mail: ClaimedMail, what: Omit<MailOutcome, 'id' | 'at' | 'attempts'>): void {
  const { id, attempts } = mail;
  endMail(sender, mail, { outcome: { id, at: new Date().toISOString(), attempts, ...what } });
}

function endMail(
  sender: SenderState,
  { id, company_id, term }: ClaimedMail,
  what: { readonly outcome: MailOutcome } | { readonly againInMinutes: number; readonly isCounted: boolean },
): void {
  sender.ended.push({ id, company_id, term, ...what });
  if (sender.ended.length >= ENDED_TOGETHER) sender.recording.run();
  else sender.recording.runIn(ENDED_WITHIN_MS);
}

function releaseMails(sender: SenderState): void {
  for (const mail of [...sender.waiting.splice(0), ...sender.begun.splice(0)]) releaseMail(sender, mail);
}

const releaseMail = (sender: SenderState, mail: ClaimedMail): void =>
  endMail(sender, mail, { againInMinutes: 0, isCounted: false });

async function recordEnded(sender: SenderState): Promise<boolean> {
  const taken = sender.ended.slice(0, RECORDED_AT_ONCE);
  if (taken.length === 0) return false;
  const ours = await endAttempts(sender.relaxedPool, taken);
  sender.ended = sender.ended.slice(taken.length);
  sender.unsettled.push(...taken.flatMap((one) => ('outcome' in one && ours.has(one.id) ? [one] : [])));
  sender.settling.run();
  return sender.ended.length > 0;
}

/** An append for every few mails would cost more than sending them. */
async function settleSome(sender: SenderState): Promise<boolean> {
  const waitMs = sender.settledAt + SETTLED_WITHIN_MS - performance.now();
  if (sender.unsettled.length < SETTLED_TOGETHER && waitMs > 0 && !sender.isStopping) {
    sender.settling.runIn(waitMs);
    return false;
  }
  const taken = sender.unsettled.slice(0, RECORDED_AT_ONCE);
  if (taken.length === 0) return false;
  await settleOutcomes(sender, taken);
  sender.settledAt = performance.now();
  sender.unsettled = sender.unsettled.slice(taken.length);
  return sender.unsettled.length > 0;
}

async function settleOutcomes(
  { pool, relaxedPool, commands }: SenderState,
  outcomes: readonly Settled[],
): Promise<void> {
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

/** Takes over the mails of owners that are gone. */
async function settleAbandoned(sender: SenderState): Promise<boolean> {
  await settleOutcomes(sender, await collectAbandonedMails(sender.pool, RECORDED_AT_ONCE));
  sender.succeeding.runIn(SUCCEED_MS);
  return false;
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
