import { useRef } from 'preact/hooks';
import { useToasts } from '../components/toasts.tsx';
import { useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import { sayIn } from './words.ts';

interface Imported {
  /** Files that were not taken. */
  readonly errors: readonly { readonly name: string; readonly message: string }[];
}

/** Takes statements from files of the bank: CODA, CAMT, CFONB, MT940 or OFX, also zipped. */
export function ImportStatement({ onChanged }: { readonly onChanged: () => void }) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy } = useWriter();
  const show = useToasts();
  const chooser = useRef<HTMLInputElement>(null);
  const send = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    const body = new FormData();
    for (const file of files) body.append('files[]', file);
    const done = tell('statements_imported');
    const sent = await write<Imported>({ method: 'POST', path: '/coda-files', body, done, onUndone: onChanged });
    if (sent === null) return;
    for (const { name, message } of sent.body.errors) show({ text: `${name}: ${message}`, isProblem: true });
    onChanged();
  };
  return (
    <p class="tools">
      <button type="button" disabled={isBusy} onClick={() => chooser.current?.click()}>
        {tell('import_statements')}
      </button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={tell('import_statements')}
        onChange={({ currentTarget }) => {
          void send([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </p>
  );
}
