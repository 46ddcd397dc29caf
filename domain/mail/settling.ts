import { batches } from '../batches.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { Decision } from '../refusal.ts';
import type { MailEvent, MailStatus, SettledMail } from './mail-events.ts';

/** What became of mails. Whoever sends may tell it twice, after a crash: the second time changes nothing. */
export interface SettleMails {
  readonly type: 'SettleMails';
  readonly outcomes: readonly MailOutcome[];
  /** Where the mails stand now. */
  readonly known: ReadonlyMap<number, { readonly status: MailStatus; readonly version: number }>;
}

export type MailOutcome = Omit<SettledMail, 'version'>;

export function decideSettling({ outcomes, known }: SettleMails, _file: CompanyFile): Decision<MailEvent> {
  const settled = outcomes.flatMap((outcome): readonly SettledMail[] => {
    const before = known.get(outcome.id);
    // What was thought to be lost may turn out to have gone; the other way round it may not.
    const isNews = before?.status === 'queued' || (before?.status === 'failed' && outcome.status === 'sent');
    return isNews ? [{ ...outcome, version: before.version + 1 }] : [];
  });
  return batches(settled).map((mails) => ({ type: 'MailsSettled', data: { mails } }));
}
