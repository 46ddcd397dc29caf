import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import { useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { DeclarationDialogProps } from './manual-dialog.tsx';
import { sayIn } from './words.ts';

/** When and under which reference the return was filed. */
export function FiledDialog({ declaration, onClose, onChanged }: DeclarationDialogProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem, getErrors } = useWriter();
  const [filedOn, setFiledOn] = useState(new Date().toISOString().slice(0, 10));
  const [reference, setReference] = useState('');
  const file = async (): Promise<void> => {
    const sent = await write({
      method: 'POST',
      path: `/vat-declarations/${declaration.id}/filed`,
      body: { filed_on: filedOn, reference },
      done: tell('filed', { label: declaration.label }),
    });
    if (!sent) return;
    onChanged();
    onClose();
  };
  return (
    <Dialog title={tell('mark_filed')} onClose={onClose}>
      <p class="quiet">{tell('filed_help')}</p>
      <Field label={tell('filed_on')} problems={getErrors('filed_on')}>
        {(control) => (
          <input {...control} type="date" value={filedOn} onInput={(event) => setFiledOn(event.currentTarget.value)} />
        )}
      </Field>
      <Field label={tell('reference')} problems={getErrors('reference')}>
        {(control) => (
          <input {...control} value={reference} onInput={(event) => setReference(event.currentTarget.value)} />
        )}
      </Field>
      {problem && <p role="alert">{problem.message}</p>}
      <button type="button" class="primary" disabled={isBusy || filedOn === ''} onClick={() => void file()}>
        {tell('mark_filed')}
      </button>
    </Dialog>
  );
}
