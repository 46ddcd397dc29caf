import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import { useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { Declaration } from './answers.ts';
import { sayIn } from './words.ts';

export interface DeclarationDialogProps {
  readonly declaration: Declaration;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** An amount that is not in the books, with the reason for it. */
export function ManualDialog({ declaration, onClose, onChanged }: DeclarationDialogProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem, getErrors } = useWriter();
  const [box, setBox] = useState('');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const add = async (): Promise<void> => {
    const sent = await write({
      method: 'PATCH',
      path: `/vat-declarations/${declaration.id}`,
      body: { manual: { ...declaration.manual, [box]: { amount, reason } } },
      baseVersion: declaration.version,
      rebase: ({ manual }) => ({ manual: { ...(manual as object), [box]: { amount, reason } } }),
      onTheirs: onClose,
      done: tell('manual_added', { box }),
      onUndone: onChanged,
    });
    if (!sent) return;
    onChanged();
    onClose();
  };
  return (
    <Dialog title={tell('add_manual')} onClose={onClose}>
      <Field label={tell('box')}>
        {(control) => (
          <select {...control} value={box} onChange={(event) => setBox(event.currentTarget.value)}>
            <option value="" />
            {Object.keys(declaration.boxes)
              .sort()
              .map((one) => (
                <option key={one}>{one}</option>
              ))}
          </select>
        )}
      </Field>
      <Field label={tell('amount')} problems={getErrors(`manual.${box}.amount`)}>
        {(control) => (
          <input
            {...control}
            inputMode="decimal"
            value={amount}
            onInput={(event) => setAmount(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={tell('reason')} problems={getErrors(`manual.${box}.reason`)}>
        {(control) => <input {...control} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />}
      </Field>
      {problem && <p role="alert">{problem.message}</p>}
      <button
        type="button"
        class="primary"
        disabled={isBusy || box === '' || amount === '' || reason === ''}
        onClick={() => void add()}
      >
        {tell('add')}
      </button>
    </Dialog>
  );
}
