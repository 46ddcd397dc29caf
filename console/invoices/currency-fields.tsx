import { Field } from '../components/field.tsx';
import { getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';
import { DecimalInput } from './decimal-input.tsx';
import type { PartProps } from './form-part.ts';
import { sayIn } from './words.ts';

interface CurrencyFieldsProps extends PartProps {
  /** Currency of the company file. */
  readonly own: string;
}

/** The currency, and its rate if it is a foreign one. */
export function CurrencyFields({ draft, own, live, getErrors, onChange }: CurrencyFieldsProps) {
  const { api, language } = useConsole();
  const tell = sayIn(language);
  const path = '/v1/reference/currencies';
  const loaded = useLoaded(path, (signal) =>
    api.get<readonly { readonly code: string; readonly kind?: string }[]>(path, {}, signal),
  );
  const known = (getLoadedValue(loaded) ?? [])
    .filter(({ kind = 'currency' }) => kind === 'currency')
    .map(({ code }) => code);
  const codes = [...new Set([own, draft.currency, ...USUAL, ...known])];
  const found = live.tried?.exchange_rate ?? null;
  return (
    <>
      <Field label={tell('currency')} problems={getErrors('currency')}>
        {(control) => (
          <select
            {...control}
            value={draft.currency}
            onChange={(event) => onChange({ currency: event.currentTarget.value, rate: '' })}
          >
            {codes.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </select>
        )}
      </Field>
      {draft.currency !== own && (
        <Field
          label={tell('rate', { currency: draft.currency, base: own })}
          problems={getErrors('exchange_rate')}
          {...(draft.rate === '' && found !== null && { hint: tell('rate_found', { rate: found }) })}
        >
          {(control) => <DecimalInput {...control} value={draft.rate} onInput={(rate) => onChange({ rate })} />}
        </Field>
      )}
    </>
  );
}

/** First in the list. */
const USUAL = ['EUR', 'USD', 'GBP', 'CHF'];
