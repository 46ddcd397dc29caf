import { useState } from 'preact/hooks';
import { AccountInput } from '../components/account-input.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import { useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { Transaction, Tried } from './answers.ts';
import { sayIn } from './words.ts';

interface RuleDialogProps {
  readonly transaction: Transaction;
  readonly onClose: () => void;
  readonly onMade: () => void;
}

/** A rule from one transaction. It is tried on past transactions before it can be kept. */
export function RuleDialog({ transaction, onClose, onMade }: RuleDialogProps) {
  const { language, format } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem, getErrors } = useWriter();
  const [text, setText] = useState(transaction.counterpart_name ?? transaction.communication ?? '');
  const [account, setAccount] = useState('');
  const [tried, setTried] = useState<Tried | null>(null);
  const field = transaction.counterpart_name === null ? 'communication' : 'counterpart_name';
  const rule = {
    name: text,
    conditions: [{ field, operator: 'contains', value: text }],
    lines: [{ account, share: '100.00' }],
  };
  const change = (set: (value: string) => void) => (value: string) => {
    setTried(null);
    set(value);
  };
  const tryOut = async (): Promise<void> => {
    const sent = await write<Tried>({ method: 'POST', path: '/bank-rules/try', body: { rule } });
    if (sent) setTried(sent.body);
  };
  const keep = async (): Promise<void> => {
    const sent = await write({
      method: 'POST',
      path: '/bank-rules',
      body: rule,
      done: tell('rule_made'),
      onUndone: onMade,
    });
    if (!sent) return;
    onMade();
    onClose();
  };
  return (
    <Dialog title={tell('make_rule')} onClose={onClose}>
      <Field
        label={tell(field === 'communication' ? 'if_communication' : 'if_name')}
        problems={getErrors('conditions.0.value')}
      >
        {(control) => (
          <input {...control} value={text} onInput={(event) => change(setText)(event.currentTarget.value)} />
        )}
      </Field>
      <Field label={tell('book_to')} problems={[...getErrors('lines.0.account'), ...getErrors('lines.0.account_id')]}>
        {(control) => <AccountInput {...control} value={account} onInput={change(setAccount)} />}
      </Field>
      {problem && <p role="alert">{problem.message}</p>}
      {tried && (
        <>
          <p>{tell('rule_tried', { count: format.count(tried.count), examined: format.count(tried.examined) })}</p>
          <ul class="results">
            {tried.data.slice(0, 10).map((one) => (
              <li key={one.transaction_id}>
                {format.day(one.entry_date)} · {one.counterpart_name ?? one.communication} · {format.amount(one.amount)}
              </li>
            ))}
          </ul>
        </>
      )}
      {tried ? (
        <button type="button" class="primary" disabled={isBusy} onClick={() => void keep()}>
          {tell('keep_rule')}
        </button>
      ) : (
        <button
          type="button"
          class="primary"
          disabled={isBusy || text === '' || account === ''}
          onClick={() => void tryOut()}
        >
          {tell('try_rule')}
        </button>
      )}
    </Dialog>
  );
}
