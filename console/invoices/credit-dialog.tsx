import { useState } from 'preact/hooks';
import { AmountInput } from '../components/amount-input.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import { useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { Invoice, Line } from './answers.ts';
import type { CorrectionProps } from './reverse-dialog.tsx';
import { sayIn } from './words.ts';

/** Amounts to credit by line; a line without one is left as it is. */
type Credited = ReadonlyMap<number, string>;

/** A credit note of all that is left of an invoice, or of some lines in part. */
export function CreditDialog({ invoice, onClose, onChanged }: CorrectionProps) {
  const { language, say, place, goTo } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem, getErrors } = useWriter();
  const [reason, setReason] = useState('');
  const [date, setDate] = useState('');
  const [isPart, setPart] = useState(false);
  const [credited, setCredited] = useState<Credited>(new Map());
  const [isPosted, setPosted] = useState(true);
  const credit = async (): Promise<void> => {
    const lines = [...credited].map(([line_id, amount]) => ({ line_id, amount }));
    const sent = await write<Invoice>({
      method: 'POST',
      path: `/documents/${invoice.id}/credit`,
      body: { reason, book: isPosted, ...(date !== '' && { date }), ...(isPart && { lines }) },
      done: tell('credited'),
      onUndone: () => {
        goTo({ ...place, item: String(invoice.id) });
        onChanged();
      },
    });
    if (!sent) return;
    onClose();
    goTo({ ...place, item: String(sent.body.id) });
  };
  return (
    <Dialog title={tell('credit')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void credit();
        }}
      >
        <Field label={tell('reason')} problems={getErrors('reason')} hint={tell('reason_is_printed')}>
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
        <Field label={say('date')} problems={getErrors('date')} hint={tell('credit_date_hint')}>
          {(control) => (
            <input {...control} type="date" value={date} onInput={(event) => setDate(event.currentTarget.value)} />
          )}
        </Field>
        <label class="check">
          <input type="checkbox" checked={isPart} onChange={(event) => setPart(event.currentTarget.checked)} />{' '}
          {tell('credit_part')}
        </label>
        {isPart && <CreditedLines lines={invoice.lines} credited={credited} onCredited={setCredited} />}
        <label class="check">
          <input type="checkbox" checked={isPosted} onChange={(event) => setPosted(event.currentTarget.checked)} />{' '}
          {tell('post_at_once')}
        </label>
        {problem && <p role="alert">{problem.message}</p>}
        <button type="submit" class="primary" disabled={isBusy || (isPart && credited.size === 0)}>
          {tell('credit')}
        </button>
      </form>
    </Dialog>
  );
}

interface CreditedLinesProps {
  readonly lines: readonly Line[];
  readonly credited: Credited;
  readonly onCredited: (credited: Credited) => void;
}

function CreditedLines({ lines, credited, onCredited }: CreditedLinesProps) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  const set = (id: number, amount: string): void => {
    const next = new Map(credited);
    if (amount === '') next.delete(id);
    else next.set(id, amount);
    onCredited(next);
  };
  return (
    <>
      {lines.map(({ id, description, amount_net }) => (
        <Field key={id} label={description} hint={tell('of_net', { amount: format.amount(amount_net) })}>
          {(control) => (
            <AmountInput {...control} value={credited.get(id) ?? ''} onInput={(amount) => set(id, amount)} />
          )}
        </Field>
      ))}
    </>
  );
}
