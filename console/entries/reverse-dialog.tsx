import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import { ApiProblem } from '../support/api.ts';
import { getFilePath, useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { EntryDialogProps } from './amend-dialog.tsx';
import type { EntryPreview } from './answers.ts';
import { sayIn } from './words.ts';

const MOST_REASON = 500;

/** Reverses an entry, after showing as which entry and on which day. A reason is asked for. */
export function ReverseDialog({ entry, onClose }: EntryDialogProps) {
  const { say, format, language } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem, getErrors } = useWriter();
  const [reason, setReason] = useState('');
  const [date, setDate] = useState('');
  const rehearsed = useRehearsal(entry.id, date);
  const reverse = async (): Promise<void> => {
    if (isBusy || reason.trim() === '') return;
    const sent = await write({
      method: 'POST',
      path: `/entries/${entry.id}/reverse`,
      body: { reason, entry_date: date || null },
      baseVersion: entry.version,
      done: tell('reversed'),
      onTheirs: onClose,
    });
    if (sent) onClose();
  };
  const shown = problem ?? rehearsed.problem;
  const dateProblems = problem ? getErrors('entry_date') : (rehearsed.problem?.errors['entry_date'] ?? []);
  return (
    <Dialog title={tell('reverse_title', { entry: `${entry.journal.code} ${entry.number}` })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void reverse();
        }}
      >
        <Field label={tell('reason')} problems={getErrors('reason')} hint={tell('reason_help')}>
          {(control) => (
            <textarea
              {...control}
              required
              autofocus
              rows={3}
              maxLength={MOST_REASON}
              value={reason}
              onInput={(event) => setReason(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void reverse();
              }}
            />
          )}
        </Field>
        <Field label={say('date')} problems={dateProblems} hint={tell('reverse_date_help')}>
          {(control) => (
            <input {...control} type="date" value={date} onInput={(event) => setDate(event.currentTarget.value)} />
          )}
        </Field>
        {shown && dateProblems.length === 0 && getErrors('reason').length === 0 && <p role="alert">{shown.message}</p>}
        {rehearsed.reversal && (
          <p>
            {tell('reversal_will_be', {
              entry: `${rehearsed.reversal.journal.code} ${rehearsed.reversal.number}`,
              date: format.day(rehearsed.reversal.entry_date),
            })}
          </p>
        )}
        <button
          type="submit"
          class="primary"
          aria-keyshortcuts="Control+Enter"
          disabled={isBusy || reason.trim() === '' || rehearsed.problem !== null}
        >
          {tell('reverse')} <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </button>
      </form>
    </Dialog>
  );
}

interface Rehearsed {
  readonly reversal: EntryPreview | null;
  readonly problem: ApiProblem | null;
}

/** What the service would post on that day, or why it would refuse. */
function useRehearsal(entryId: number, date: string): Rehearsed {
  const { api, place } = useConsole();
  const [rehearsed, setRehearsed] = useState<Rehearsed>({ reversal: null, problem: null });
  useEffect(() => {
    let isCurrent = true;
    const path = `${getFilePath(place)}/entries/${entryId}/reverse`;
    api
      .send<{ readonly reversal: EntryPreview }>('POST', path, { body: { entry_date: date || null, dry_run: true } })
      .then(
        ({ body }) => isCurrent && setRehearsed({ reversal: body.reversal, problem: null }),
        (error: unknown) =>
          isCurrent && setRehearsed({ reversal: null, problem: error instanceof ApiProblem ? error : null }),
      );
    return () => {
      isCurrent = false;
    };
  }, [entryId, date, api]);
  return rehearsed;
}
