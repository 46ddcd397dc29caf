import { useState } from 'preact/hooks';
import { Field } from '../components/field.tsx';
import { useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import { FactList } from './facts.tsx';
import type { CompanyCardProps } from './card-props.ts';
import { sayIn } from './settings-words.ts';

/** Settings by their path: contact for the administration, and what documents must mention. */
const MENTIONS = [
  'vat.declarant.phone',
  'vat.declarant.email',
  'legal.rpm_district',
  'legal.capital',
  'invoices.footer',
] as const;
type Mention = (typeof MENTIONS)[number];

function readSetting(settings: unknown, path: Mention): string {
  let value = settings;
  for (const name of path.split('.'))
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** `{'a.b': 1, 'a.c': 2}` → `{a: {b: 1, c: 2}}` */
function buildTree(values: readonly (readonly [Mention, string | null])[]): object {
  const tree: Record<string, unknown> = {};
  for (const [path, value] of values) {
    const names = path.split('.');
    const leaf = names.pop()!;
    let branch = tree;
    for (const name of names) branch = (branch[name] ??= {}) as Record<string, unknown>;
    branch[leaf] = value;
  }
  return tree;
}

/** Contact and legal mentions. */
export function Mentions({ company, canWrite, onChanged }: CompanyCardProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const [isEdited, setEdited] = useState(false);
  if (isEdited) return <MentionsForm company={company} onClose={() => setEdited(false)} onChanged={onChanged} />;
  return (
    <section class="card" aria-labelledby="mentions">
      <header>
        <h3 id="mentions">{tell('mentions')}</h3>
        {canWrite && (
          <button type="button" onClick={() => setEdited(true)}>
            {tell('edit')}
            <span class="unseen"> {tell('mentions')}</span>
          </button>
        )}
      </header>
      <FactList
        facts={MENTIONS.map((path) => ({ label: tell(path), value: readSetting(company.settings, path) || '–' }))}
      />
    </section>
  );
}

interface MentionsFormProps extends Omit<CompanyCardProps, 'canWrite'> {
  readonly onClose: () => void;
}

function MentionsForm({ company, onClose, onChanged }: MentionsFormProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem, getErrors } = useWriter();
  const [began] = useState(company);
  const [values, setValues] = useState(() =>
    Object.fromEntries(MENTIONS.map((path) => [path, readSetting(company.settings, path)])),
  );
  const save = async (): Promise<void> => {
    const changed = MENTIONS.filter((path) => values[path] !== readSetting(began.settings, path));
    if (changed.length === 0) return onClose();
    const sent = await write({
      method: 'PATCH',
      path: '/settings',
      body: buildTree(changed.map((path) => [path, values[path]!.trim() === '' ? null : values[path]!])),
      baseVersion: began.version,
      done: tell('saved'),
      onUndone: onChanged,
      onTheirs: onChanged,
    });
    if (!sent) return;
    onChanged();
    onClose();
  };
  return (
    <form
      class="card"
      aria-label={tell('mentions')}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {MENTIONS.map((path) => (
        <Field key={path} label={tell(path)} problems={getErrors(path)}>
          {(control) => (
            <input
              {...control}
              value={values[path]}
              onInput={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [path]: value }))}
            />
          )}
        </Field>
      ))}
      {problem && <p role="alert">{problem.message}</p>}
      <p class="tools">
        <button type="submit" class="primary" disabled={isBusy}>
          {tell('save')}
        </button>
        <button type="button" onClick={onClose}>
          {tell('cancel')}
        </button>
      </p>
    </form>
  );
}
