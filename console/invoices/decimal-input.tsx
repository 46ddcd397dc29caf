import { useState } from 'preact/hooks';
import type { Control } from '../components/field.tsx';
import { useConsole } from '../support/scene.ts';

interface DecimalInputProps extends Control {
  /** A decimal text such as `2.5`; empty for none. */
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** Quantities, unit prices and rates have more decimals than amounts. */
const DECIMAL = /^-?\d{1,12}(\.\d{1,8})?$/;

/** A point or a comma separates the decimals; thousands may stand apart. */
function parseDecimal(typed: string): string | null {
  const text = typed
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace('−', '-')
    .replace(',', '.');
  return DECIMAL.test(text) ? text : null;
}

export function DecimalInput({ value, onInput, ...control }: DecimalInputProps) {
  const { format, say } = useConsole();
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed.trim() !== '' && parseDecimal(typed) === null;
  return (
    <input
      {...control}
      class="figure"
      inputMode="decimal"
      autocomplete="off"
      aria-invalid={isWrong || control['aria-invalid'] === true ? true : undefined}
      title={isWrong ? say('not_an_amount') : undefined}
      // Without groups, so that what is shown can be typed again.
      value={typed ?? (value === '' ? '' : format.amount(value).replace(/[\s\u00a0\u202f]/g, ''))}
      onFocus={(event) => event.currentTarget.select()}
      onInput={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onInput(parseDecimal(currentTarget.value) ?? '');
      }}
      onBlur={() => setTyped((text) => (isWrong ? text : null))}
    />
  );
}
