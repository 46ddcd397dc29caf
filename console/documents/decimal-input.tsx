import { useEffect, useRef, useState } from 'preact/hooks';
import type { Control } from '../components/field.tsx';
import { useConsole } from '../support/scene.ts';

interface DecimalInputProps extends Control {
  /** A decimal text; empty for none. */
  readonly value: string;
  /** Given a decimal text, or an empty one while what is typed is no number. */
  readonly onInput: (value: string) => void;
}

/** A quantity, price or rate, which may have more decimals than an amount. */
export function DecimalInput({ value, onInput, ...control }: DecimalInputProps) {
  const { format, say } = useConsole();
  const input = useRef<HTMLInputElement>(null);
  /** What is being typed; null shows the value. */
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed.trim() !== '' && parseDecimal(typed) === null;
  useEffect(() => input.current?.setCustomValidity(isWrong ? say('not_an_amount') : ''), [isWrong]);
  return (
    <input
      {...control}
      ref={input}
      class="figure"
      inputMode="decimal"
      autocomplete="off"
      aria-invalid={isWrong || control['aria-invalid'] === true ? true : undefined}
      value={typed ?? (value === '' ? '' : format.amount(value))}
      onInput={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onInput(parseDecimal(currentTarget.value) ?? '');
      }}
      onBlur={() => setTyped((text) => (isWrong ? text : null))}
    />
  );
}

/** With a point or a comma before the decimals, and without separators of thousands. */
function parseDecimal(typed: string): string | null {
  const text = typed.replace(/[\s\u00a0\u202f%]/g, '').replace(',', '.');
  return /^-?\d{1,12}(\.\d{1,8})?$/.test(text) ? text : null;
}
