import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { AutoMatched } from './answers.ts';
import { sayIn } from './words.ts';

/** Matches everything that is certain, after showing it. */
export function AutoMatch({ onChanged }: { readonly onChanged: () => void }) {
  const { language, format, say } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy } = useWriter();
  const [preview, setPreview] = useState<AutoMatched | null>(null);
  const run = async (isDry: boolean): Promise<void> => {
    const sent = await write<AutoMatched>({
      method: 'POST',
      path: '/bank-transactions/auto-match',
      body: { dry_run: isDry },
      ...(!isDry && { done: tell('auto_matched'), onUndone: onChanged }),
    });
    if (sent === null) return;
    setPreview(isDry ? sent.body : null);
    if (!isDry) onChanged();
  };
  return (
    <p>
      <button type="button" disabled={isBusy} onClick={() => void run(true)}>
        {tell('auto_match')}
      </button>
      {preview && (
        <Dialog title={tell('auto_match')} onClose={() => setPreview(null)}>
          <p>
            {tell('auto_match_found', {
              matched: format.count(preview.matched),
              left: format.count(preview.proposed + preview.skipped),
            })}
          </p>
          <ul class="results">
            {preview.results.map(({ transaction_id, status, reasons }) => (
              <li key={transaction_id}>
                <span class={status === 'matched' ? 'badge good' : 'badge'}>
                  {tell(status === 'matched' ? 'certain' : 'unsure')}
                </span>{' '}
                {reasons.map(({ message }) => message).join(' ')}
              </li>
            ))}
          </ul>
          <button
            type="button"
            class="primary"
            disabled={isBusy || preview.matched === 0}
            onClick={() => void run(false)}
          >
            {tell('match_all', { count: format.count(preview.matched) })}
          </button>{' '}
          <button type="button" onClick={() => setPreview(null)}>
            {say('close')}
          </button>
        </Dialog>
      )}
    </p>
  );
}
