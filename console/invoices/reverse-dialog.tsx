import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import { useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { Invoice } from './answers.ts';
import { sayIn } from './words.ts';

export interface CorrectionProps {
  readonly invoice: Invoice;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Takes the entry of a document out of the books by a counter-entry; the document waits for posting again. */
export function ReverseDialog({ invoice, onClose, onChanged }: CorrectionProps) {
  const { language, say } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem, getErrors } = useWriter();
  const [reason, setReason] = useState('');
  const [date, setDate] = useState('');
  const reverse = async (): Promise<void> => {
    const sent = await write({
      method: 'POST',
      path: `/entries/${invoice.journal_entry_id}/reverse`,
      body: { reason, ...(date !== '' && { entry_date: date }) },
      done: tell('reversed'),
      onUndone: onChanged,
    });
    if (!sent) return;
    onChanged();
    onClose();
  };
  return (
    <Dialog title={tell('reverse')} onClose={onClose}>
      <p class="quiet">{tell('reverse_help')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void reverse();
        }}
      >
        <Field label={tell('reason')} problems={getErrors('reason')}>
          {(control) => (
            <input
              {...control}
              required
              maxLength={500}
              value={reason}
              onInput={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={say('date')} problems={getErrors('entry_date')} hint={tell('reverse_date_hint')}>
          {(control) => (
            <input {...control} type="date" value={date} onInput={(event) => setDate(event.currentTarget.value)} />
          )}
        </Field>
        {problem && <p role="alert">{problem.message}</p>}
        <button type="submit" class="primary" disabled={isBusy}>
          {tell('reverse')}
        </button>
      </form>
    </Dialog>
  );
}
