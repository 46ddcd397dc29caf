import { useState } from 'preact/hooks';
import { ApiProblem } from '../support/api.ts';
import { getFilePath, useConsole } from '../support/scene.ts';

/** Confirms a sender address whose mailed link was opened. Only the button has an effect. */
export function ConfirmSender({ token }: { readonly token: string }) {
  const { api, say, place, replacePlace } = useConsole();
  const [message, setMessage] = useState<string | null>(null);
  const confirm = (): void => {
    void api.send<{ address: string }>('POST', `${getFilePath(place)}/mail/senders/confirm`, { body: { token } }).then(
      ({ body: { address } }) => setMessage(say('sender_confirmed', { address })),
      (error: unknown) => setMessage(error instanceof ApiProblem ? error.message : say('no_answer')),
    );
  };
  return (
    <section class="confirm-sender" aria-live="polite">
      <p>{message ?? say('confirm_sender_question')}</p>
      {message === null ? (
        <button type="button" onClick={confirm}>
          {say('confirm_sender')}
        </button>
      ) : (
        <button type="button" onClick={() => replacePlace({ sender: undefined })}>
          {say('close')}
        </button>
      )}
    </section>
  );
}
