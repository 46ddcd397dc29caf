import { useRef } from 'preact/hooks';
import { useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { CompanyCardProps } from './card-props.ts';
import { sayIn } from './settings-words.ts';

/** Sets or removes the logo that is printed on documents. */
export function LogoEditor({ company, onChanged }: Omit<CompanyCardProps, 'canWrite'>) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem } = useWriter();
  const input = useRef<HTMLInputElement>(null);
  const common = { path: '/logo', baseVersion: company.version, onUndone: onChanged };
  const upload = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const body = new FormData();
    body.append('logo', file);
    const sent = await write({ ...common, method: 'PUT', body, done: tell('logo_set') });
    if (input.current) input.current.value = '';
    if (sent) onChanged();
  };
  const remove = async (): Promise<void> => {
    if (await write({ ...common, method: 'DELETE', done: tell('logo_removed') })) onChanged();
  };
  return (
    <div class="tools logo-editor">
      <label>
        {tell('set_logo')}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          disabled={isBusy}
          onChange={(event) => void upload(event.currentTarget.files?.[0])}
        />
      </label>
      {company.logo_url !== null && (
        <button type="button" disabled={isBusy} onClick={() => void remove()}>
          {tell('remove_logo')}
        </button>
      )}
      {problem && <p role="alert">{problem.message}</p>}
    </div>
  );
}
