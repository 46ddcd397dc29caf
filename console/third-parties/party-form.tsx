import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../components/field.tsx';
import { NewerNote } from '../components/newer-note.tsx';
import { useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import { sayIn } from './words.ts';

const EDITED = [
  ...(['name', 'vat_number', 'email', 'phone', 'street', 'house_number', 'postal_code', 'city', 'country'] as const),
  'payment_days',
] as const;
type Edited = (typeof EDITED)[number];

export interface Party extends Readonly<Record<Exclude<Edited, 'name' | 'payment_days'>, string | null>> {
  readonly id: number;
  readonly type: 'customer' | 'supplier';
  readonly name: string;
  readonly code: string | null;
  readonly address: string | null;
  readonly ibans: readonly string[];
  readonly payment_days: number | null;
  readonly version: number;
}

interface PartyFormProps {
  readonly party: Party;
  readonly onClose: () => void;
}

const readTexts = (party: Party): Record<Edited, string> =>
  Object.fromEntries(EDITED.map((name) => [name, String(party[name] ?? '')])) as Record<Edited, string>;

/** Sends what the person has changed, on the version with which they began. */
export function PartyForm({ party, onClose }: PartyFormProps) {
  const { fieldName, language } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, getErrors } = useWriter();
  const [begun, setBegun] = useState(party);
  const [texts, setTexts] = useState(() => readTexts(party));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const before = readTexts(begun);
    const changed = EDITED.filter((name) => texts[name].trim() !== before[name]);
    if (changed.length === 0) return onClose();
    const toValue = (name: Edited): string | number | null => {
      const text = texts[name].trim();
      if (text === '') return null;
      return name === 'payment_days' && /^\d+$/.test(text) ? Number(text) : text;
    };
    const sent = await write({
      method: 'PATCH',
      path: `/third-parties/${begun.id}`,
      body: Object.fromEntries(changed.map((name) => [name, toValue(name)])),
      baseVersion: begun.version,
      done: tell('saved', { name: texts.name }),
      onTheirs(record) {
        const theirs = record as unknown as Party;
        setBegun(theirs);
        setTexts(readTexts(theirs));
      },
    });
    if (sent) onClose();
  };

  return (
    <form ref={form} class="party-form" onSubmit={(event) => void save(event)}>
      <NewerNote resource="third-parties" id={begun.id} version={begun.version} />
      <div class="party-fields">
        {EDITED.map((name) => (
          <Field key={name} label={fieldName(name)} problems={getErrors(name)}>
            {(control) => (
              <input
                {...control}
                inputMode={name === 'payment_days' ? 'numeric' : undefined}
                value={texts[name]}
                onInput={({ currentTarget: { value } }) => setTexts((all) => ({ ...all, [name]: value }))}
              />
            )}
          </Field>
        ))}
      </div>
      <div class="tools">
        <button type="submit" class="primary" disabled={isBusy}>
          {tell('save')}
        </button>
        <button type="button" onClick={onClose}>
          {tell('cancel')}
        </button>
      </div>
    </form>
  );
}
