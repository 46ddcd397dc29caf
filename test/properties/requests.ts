import type { CompanyFileCommand } from '../../domain/company-file.ts';
import type { PostOne } from '../../domain/ledger/post-entry.ts';

/** The request that asks the service for a command; null for one that no route asks for in this form. */
export interface CommandRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Below the company file. */
  readonly path: string;
  readonly body?: object;
}

export function requestOf(command: CompanyFileCommand): CommandRequest | null {
  switch (command.type) {
    case 'PostEntry':
    case 'PostInvoice':
      return { method: 'POST', path: `/entries${DOCUMENT_PATHS[kindOf(command)]}`, body: entryBody(command) };
    case 'PostBatch':
      return {
        method: 'POST',
        path: '/entries/batch',
        body: { entries: command.entries.map((entry) => ({ kind: kindOf(entry), ...entryBody(entry) })) },
      };
    case 'ReverseEntry':
      return {
        method: 'POST',
        path: `/entries/${command.facts.id}/reverse`,
        body: command.entry_date === null ? {} : { entry_date: command.entry_date },
      };
    case 'AmendEntry':
      return { method: 'PATCH', path: `/entries/${command.facts.id}`, body: command.changes };
    case 'LockPeriod':
    case 'UnlockPeriod': {
      const verb = command.type === 'LockPeriod' ? 'lock' : 'unlock';
      return { method: 'POST', path: `/fiscal-years/${command.id}/periods/${command.periodId}/${verb}` };
    }
    case 'OpenFiscalYear':
      return { method: 'POST', path: '/fiscal-years', body: command.requested };
    case 'UpdateFiscalYear':
      return { method: 'PATCH', path: `/fiscal-years/${command.id}`, body: command.changes };
    case 'DeleteFiscalYear':
      return { method: 'DELETE', path: `/fiscal-years/${command.id}` };
    case 'CloseFiscalYear':
      return { method: 'POST', path: `/fiscal-years/${command.id}/close`, body: {} };
    case 'ReopenFiscalYear':
      return { method: 'POST', path: `/fiscal-years/${command.id}/reopen` };
    case 'PostOpeningBalance':
      return {
        method: 'POST',
        path: `/fiscal-years/${command.id}/opening-balance`,
        body: { lines: command.lines.map(({ at: _place, ...line }) => line) },
      };
    case 'PostAccruals':
      return { method: 'POST', path: `/fiscal-years/${command.id}/accruals`, body: { items: command.items } };
    case 'LetterLines':
      return { method: 'POST', path: '/lettering', body: { line_ids: command.line_ids, partial: command.partial } };
    case 'LetterAutomatically':
      return { method: 'POST', path: '/lettering/auto', body: { apply: true } };
    case 'UnletterLines':
      return { method: 'DELETE', path: `/lettering/${command.facts.id}` };
    case 'ChangeCompanySettings':
      return {
        method: 'PATCH',
        path: '/settings',
        body: {
          auto_entries: { reconciliation_difference: { max_amount: Number(Object.values(command.changes)[0]) } },
        },
      };
    case 'UpdateRecord':
      return { method: 'PATCH', path: `/${command.resource}/${command.id}`, body: command.changes };
    case 'TrashRecord':
      return { method: 'DELETE', path: `/${command.resource}/${command.id}` };
    case 'RestoreRecord':
      return { method: 'POST', path: `/trash/${command.resource}/${command.id}/restore` };
    case 'MergeThirdParty':
      return { method: 'POST', path: `/third-parties/${command.id}/merge`, body: { into: command.into } };
    default:
      return null;
  }
}

const DOCUMENT_PATHS = { free: '', invoice: '/invoice', credit_note: '/credit-note' } as const;
const kindOf = (command: PostOne) => (command.type === 'PostEntry' ? 'free' : command.kind);

function entryBody(command: PostOne): object {
  const own = new Set(['type', 'kind', 'entryId', 'lineIds', 'credited']);
  // Only a credit note may say what it credits.
  if (kindOf(command) !== 'credit_note') own.add('credited_entry_id');
  return Object.fromEntries(Object.entries(command).filter(([name]) => !own.has(name)));
}
