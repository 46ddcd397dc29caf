import { splitIntoBatches } from '../batches.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { Decision } from '../refusal.ts';
import type { MailEvent, MailStatus, SettledMail } from './mail-events.ts';

/** Records the outcome of mails. After a crash, the sender may report an outcome twice: the second report has no effect. */
export interface SettleMails {
  readonly type: 'SettleMails';
  readonly outcomes: readonly MailOutcome[];
  /** The current status of the mails. */
  readonly known: ReadonlyMap<number, { readonly status: MailStatus; readonly version: number }>;
}

export type MailOutcome = Omit<SettledMail, 'version'>;

export function decideSettling({ outcomes, known }: SettleMails, _file: CompanyFile): Decision<MailEvent> {
  const settled = outcomes.flatMap((outcome): readonly SettledMail[] => {
    const before = known.get(outcome.id);
    // A mail reported as failed may turn out to be sent, but not the reverse.
    const isNews = before?.status === 'queued' || (before?.status === 'failed' && outcome.status === 'sent');
    return isNews ? [{ ...outcome, version: before.version + 1 }] : [];
  });
  return splitIntoBatches(settled).map((mails) => ({ type: 'MailsSettled', data: { mails } }));
}
