import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../components/field.tsx';
import { NewerNote } from '../components/newer-note.tsx';
import { getFilePath, getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';
import { LANGUAGES } from '../support/words.ts';
import { useWriter } from '../support/write.ts';
import { VAT_REGIMES, type Company, type Member } from './answers.ts';
import { sayIn } from './settings-words.ts';

interface IdentityFormProps {
  readonly company: Company;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

interface LegalForm {
  readonly code: string;
  readonly label: string;
  readonly abbreviation: string | null;
}

const TEXTS = [
  'name',
  'code',
  'enterprise_number',
  'vat_number',
  'street',
  'house_number',
  'box',
  'postal_code',
  'city',
  'country',
] as const;
/** Those that a company may not have empty. */
const REQUIRED: readonly string[] = ['name', 'code', 'country'];

type Values = Readonly<Record<(typeof TEXTS)[number], string>> & {
  readonly legal_form_code: string;
  readonly vat_regime: string;
  readonly locale: string;
  readonly responsible_id: string;
};

const toValues = (company: Company): Values => ({
  ...(Object.fromEntries(TEXTS.map((name) => [name, company[name] ?? ''])) as Record<(typeof TEXTS)[number], string>),
  legal_form_code: company.legal_form_code ?? '',
  vat_regime: company.vat_regime,
  locale: company.locale,
  responsible_id: company.responsible === null ? '' : String(company.responsible.id),
});

/** Only what differs is sent, so that a conflict names it. */
function buildChanges(before: Values, after: Values, forms: readonly LegalForm[]): Readonly<Record<string, unknown>> {
  const form = forms.find(({ code }) => code === after.legal_form_code);
  const changed = Object.entries(after).filter(([name, value]) => before[name as keyof Values] !== value);
  return Object.fromEntries(
    changed.flatMap(([name, value]): [string, unknown][] => {
      if (name === 'responsible_id') return [[name, value === '' ? null : Number(value)]];
      if (name === 'legal_form_code')
        return [
          [name, value === '' ? null : value],
          ['legal_form', form?.abbreviation ?? form?.label ?? null],
        ];
      return [[name, value.trim() === '' && !REQUIRED.includes(name) ? null : value]];
    }),
  );
}

/** Changes the identity. Messages of the service are beside their fields. */
export function IdentityForm({ company, onClose, onChanged }: IdentityFormProps) {
  const { api, place, language, fieldName } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem, getErrors } = useWriter();
  // What the form began with, whatever is read meanwhile.
  const [began] = useState(company);
  const [values, setValues] = useState(() => toValues(company));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const formsPath = '/v1/reference/legal-forms';
  const country = company.country_pack;
  const forms =
    getLoadedValue(
      useLoaded(`${formsPath} ${country}`, (signal) => api.get<readonly LegalForm[]>(formsPath, { country }, signal)),
    ) ?? [];
  const membersPath = `${getFilePath(place)}/members`;
  const members =
    getLoadedValue(useLoaded(membersPath, (signal) => api.get<readonly Member[]>(membersPath, {}, signal))) ?? [];
  const languages = new Intl.DisplayNames(language, { type: 'language' });
  const set = (name: keyof Values, value: string): void => setValues((before) => ({ ...before, [name]: value }));
  const save = async (): Promise<void> => {
    const body = buildChanges(toValues(began), values, forms);
    if (Object.keys(body).length === 0) return onClose();
    const sent = await write({
      method: 'PATCH',
      path: '',
      body,
      baseVersion: began.version,
      done: tell('saved'),
      onUndone: onChanged,
      onTheirs: () => {
        onChanged();
        onClose();
      },
    });
    if (!sent) return;
    onChanged();
    onClose();
  };
  const choices: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    legal_form_code: [['', '–'], ...forms.map(({ code, label }) => [code, label] as const)],
    vat_regime: VAT_REGIMES.map((one) => [one, tell(`regime_${one}`)] as const),
    locale: LANGUAGES.map((one) => [one, languages.of(one) ?? one] as const),
    responsible_id: [
      ['', tell('no_one')],
      ...members.filter(({ is_active }) => is_active).map(({ id, name }) => [String(id), name] as const),
    ],
  };
  const labels: Readonly<Record<string, string>> = {
    box: tell('box'),
    code: tell('code'),
    legal_form_code: fieldName('legal_form'),
    locale: tell('language'),
    responsible_id: tell('responsible'),
  };
  return (
    <form
      ref={form}
      class="card identity-form"
      aria-label={tell('identity')}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <NewerNote resource="companies" id={began.id} version={began.version} />
      <div class="form-grid">
        {ORDER.map((name) => (
          <Field key={name} label={labels[name] ?? fieldName(name)} problems={getErrors(name)}>
            {(control) =>
              choices[name] ? (
                <select {...control} value={values[name]} onChange={(event) => set(name, event.currentTarget.value)}>
                  {choices[name].map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </select>
              ) : (
                <input {...control} value={values[name]} onInput={(event) => set(name, event.currentTarget.value)} />
              )
            }
          </Field>
        ))}
      </div>
      {problem && <p role="alert">{problem.message}</p>}
      <p class="tools">
        <button type="submit" class="primary" disabled={isBusy}>
          {tell('save')}
        </button>
        <button type="button" onClick={onClose}>
          {tell('cancel')} <kbd>Esc</kbd>
        </button>
      </p>
    </form>
  );
}

/** As a person fills it in. */
const ORDER = [
  'name',
  'legal_form_code',
  'enterprise_number',
  'vat_number',
  'vat_regime',
  'street',
  'house_number',
  'box',
  'postal_code',
  'city',
  'country',
  'locale',
  'responsible_id',
  'code',
] as const satisfies readonly (keyof Values)[];
