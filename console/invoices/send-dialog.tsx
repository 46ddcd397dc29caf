import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import { useToasts } from '../components/toasts.tsx';
import { useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { Channel, Invoice } from './answers.ts';
import { sayIn } from './words.ts';

interface SendDialogProps {
  readonly invoice: Invoice;
  readonly channel: Channel;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Asks for the recipient. What was sent cannot be undone, which the dialog says. */
export function SendDialog({ invoice, channel: { channel, to }, onClose, onChanged }: SendDialogProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const show = useToasts();
  const { write, isBusy, problem, getErrors } = useWriter();
  const [recipient, setRecipient] = useState(to ?? '');
  const wasSent = problem?.code === 'document_already_sent' || problem?.code === 'mail_already_sent';
  const send = async (isForced: boolean): Promise<void> => {
    const sent = await write({
      method: 'POST',
      path: `/documents/${invoice.id}/send`,
      body: {
        channel,
        ...(recipient !== '' && recipient !== to && { to: recipient }),
        ...(isForced && { force: true }),
      },
    });
    if (!sent) return;
    show({ text: tell('is_being_sent', { recipient }) });
    onChanged();
    onClose();
  };
  return (
    <Dialog title={tell(`send_by_${channel}`)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(wasSent);
        }}
      >
        <Field label={tell('recipient')} problems={getErrors('to')}>
          {(control) => (
            <input
              {...control}
              required
              inputMode={channel === 'mail' ? 'email' : 'text'}
              value={recipient}
              onInput={(event) => setRecipient(event.currentTarget.value)}
            />
          )}
        </Field>
        <p class="quiet">{tell('sent_for_good')}</p>
        {problem && <p role="alert">{problem.message}</p>}
        <button type="submit" class="primary" disabled={isBusy}>
          {tell(wasSent ? 'send_again' : 'send')}
        </button>
      </form>
    </Dialog>
  );
}
