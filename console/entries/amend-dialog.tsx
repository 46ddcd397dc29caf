import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import { NewerNote } from '../components/newer-note.tsx';
import type { Entry } from '../support/answers.ts';
import { useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import { sayIn } from './words.ts';

export interface EntryDialogProps {
  readonly entry: Entry;
  readonly onClose: () => void;
}

/** The few fields of a posted entry that can change. Amounts are corrected by a reversal. */
export function AmendDialog({ entry, onClose }: EntryDialogProps) {
  const { say, language } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem, getErrors } = useWriter();
  // The version that the person began with, whatever arrives meanwhile.
  const [version] = useState(entry.version);
  const [label, setLabel] = useState(entry.label ?? '');
  const [reference, setReference] = useState(entry.reference ?? '');
  const [dueDate, setDueDate] = useState(entry.due_date?.slice(0, 10) ?? '');
  const save = async (): Promise<void> => {
    const sent = await write({
      method: 'PATCH',
      path: `/entries/${entry.id}`,
      body: { label: label || null, reference: reference || null, due_date: dueDate || null },
      baseVersion: version,
      done: tell('amended'),
      // The server's version was chosen: there is nothing left to edit.
      onTheirs: onClose,
    });
    if (sent) onClose();
  };
  const isShown = ['label', 'reference', 'due_date'].some((field) => getErrors(field).length > 0);
  return (
    <Dialog title={tell('amend')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <NewerNote resource="entries" id={entry.id} version={version} />
        <Field label={say('label')} problems={getErrors('label')}>
          {(control) => (
            <input
              {...control}
              autofocus
              maxLength={200}
              value={label}
              onInput={(event) => setLabel(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={say('reference')} problems={getErrors('reference')}>
          {(control) => (
            <input
              {...control}
              maxLength={100}
              value={reference}
              onInput={(event) => setReference(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={say('due_date')} problems={getErrors('due_date')}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={dueDate}
              onInput={(event) => setDueDate(event.currentTarget.value)}
            />
          )}
        </Field>
        <p class="quiet">{tell('amend_help')}</p>
        {problem && !isShown && <p role="alert">{problem.message}</p>}
        <button type="submit" class="primary" disabled={isBusy}>
          {tell('save')}
        </button>
      </form>
    </Dialog>
  );
}
